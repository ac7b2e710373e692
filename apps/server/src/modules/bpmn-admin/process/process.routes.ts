// Answers the operations on processes under development.
import type { bpmnAdminModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { NodeService } from './node.service.ts';
import type { ProcessService } from './process.service.ts';
import type { RenameService } from './rename.service.ts';
import type { SaveService } from './save.service.ts';

export interface ProcessServices {
  readonly found: ProcessService;
  readonly saved: SaveService;
  readonly nodes: NodeService;
  readonly renamed: RenameService;
}

export function createProcessHandlers({ found, saved, nodes, renamed }: ProcessServices) {
  return {
    save: ({ act, body, query }) => saved.save(act, body, query.sourceProcessId ?? null),
    async saveProcessModelNode({ act, params, body, query }) {
      const { currentVersion, version } = await nodes.save(act, params.modelId, body, query);
      return {
        body: undefined,
        headers: { 'x-svc-process-version': String(currentVersion), 'x-svc-record-version': String(version) },
      };
    },
    queryPage: ({ act, body }) => found.page(act, body),
    queryList: ({ act, body }) => found.list(act, body),
    getNamespaceList: ({ act }) => found.namespaces(act),
    getCurrentVersion: ({ act, params }) => found.currentVersion(act, params.processCode),
    getProcess: ({ act, params, query }) => found.get(act, params, query),
    getProcessByCode: ({ act, params, query }) => found.get(act, params, query),
    async deleteProcess({ act, params }) {
      await found.remove(act, params.id);
      return undefined;
    },
    renameProcess: ({ act, params, body }) => renamed.rename(act, params.id, body),
  } satisfies Partial<ModuleHandlers<typeof bpmnAdminModule>>;
}
