// Answers the contract operations of definitions and their groups.
import type { Revisioned } from '../../../kernel/records/revisioned.ts';
import { createCatchUpFirst, withRevision } from '../client-revision.ts';
import { viewerOf } from '../shown/definition.wire.ts';
import type { SettingIndex } from '../snapshot/setting-index.ts';
import type { SettingHandlers } from '../system-setting.types.ts';
import type { createDefinitionService, WrittenDefinition } from './definition.service.ts';
import { listDefinitions, listGroups, pageDefinitions } from './definition-query.ts';

const answerOf = ({ model, revision }: WrittenDefinition) => withRevision(model, revision);

export function createDefinitionHandlers({
  definitions,
  index,
  revisioned,
}: {
  readonly definitions: ReturnType<typeof createDefinitionService>;
  readonly index: SettingIndex;
  readonly revisioned: Revisioned;
}): SettingHandlers<
  | 'save'
  | 'update'
  | 'getByUuid'
  | 'getByCode'
  | 'delete'
  | 'activate'
  | 'deactivate'
  | 'queryDataPage'
  | 'queryDataList'
  | 'getGroups'
> {
  const current = createCatchUpFirst(revisioned);
  return {
    save: async ({ act, body }) => answerOf(await definitions.save(act, body)),
    update: async ({ act, body }) => answerOf(await definitions.update(act, body)),
    getByUuid: current(({ act, params }) => definitions.get(act, { uuid: params.uuid })),
    getByCode: current(({ act, params }) => definitions.get(act, { code: params.code })),
    delete: async ({ act, params, query }) =>
      withRevision(undefined, await definitions.remove(act, { uuid: params.uuid, version: query.version })),
    activate: async ({ act, params }) =>
      answerOf(await definitions.setEnabled(act, { uuid: params.uuid, enabled: true })),
    deactivate: async ({ act, params }) =>
      answerOf(await definitions.setEnabled(act, { uuid: params.uuid, enabled: false })),
    queryDataPage: current(({ act, body }) => pageDefinitions(index, body, viewerOf(act))),
    queryDataList: current(({ act, body }) => listDefinitions(index, body, viewerOf(act))),
    getGroups: current(({ act }) => listGroups(index, viewerOf(act))),
  };
}
