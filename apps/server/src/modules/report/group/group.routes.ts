// Answers the operations on report groups.
import type { reportModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { ChangeGroupsService } from './change-groups.service.ts';
import type { DeleteGroupService } from './delete-group.service.ts';
import type { FindGroupsService } from './find-groups.service.ts';
import type { GroupService } from './group.service.ts';
import type { TreeService } from './tree.service.ts';

interface GroupServices {
  readonly found: FindGroupsService;
  readonly saved: GroupService;
  readonly changed: ChangeGroupsService;
  readonly deleted: DeleteGroupService;
  readonly shown: TreeService;
}

export function createGroupHandlers({ found, saved, changed, deleted, shown }: GroupServices) {
  return {
    queryDataPage: ({ act, body }) => found.page(act, body),
    queryDataList: ({ act, body }) => found.list(act, body),
    queryLookupDataList: ({ act, body }) => found.lookup(act, body),
    getGroup: ({ act, params }) => found.get(act, params.uuid),
    getTree: ({ act }) => shown.tree(act),
    updateGroup: ({ act, body }) => changed.update(act, body),
    updateAllGroups: ({ act, body }) => changed.updateAll(act, body),
    async deleteGroup({ act, params, query }) {
      await deleted.remove(act, params.uuid, query.mode ?? 'REJECT');
      return undefined;
    },
    async save({ act, body }) {
      const uuid = await saved.save(act, body);
      return { body: undefined, headers: { location: `/report-groups/by-uuid/${uuid}` } };
    },
  } satisfies Partial<ModuleHandlers<typeof reportModule>>;
}
