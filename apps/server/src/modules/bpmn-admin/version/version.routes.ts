// Answers the operations on versions of processes.
import type { bpmnAdminModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { VersionService } from './version.service.ts';

export function createVersionHandlers(versions: VersionService) {
  return {
    listVersions: ({ act, params }) => versions.list(act, params.id),
    getVersion: ({ act, params }) => versions.get(act, params),
    getVersionXml: ({ act, params }) => versions.xml(act, params),
    getVersionSvg: ({ act, params }) => versions.svg(act, params),
    diffVersions: ({ act, params, query }) => versions.diff(act, params.id, query),
    restoreVersion: ({ act, params, body }) => versions.restore(act, params, body),
  } satisfies Partial<ModuleHandlers<typeof bpmnAdminModule>>;
}
