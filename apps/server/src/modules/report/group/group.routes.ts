// Answers the operations on report groups.
import type { reportModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { FindGroupsService } from './find-groups.service.ts';
import type { GroupService } from './group.service.ts';

interface GroupServices {
  readonly found: FindGroupsService;
  readonly saved: GroupService;
}

export function createGroupHandlers({ found, saved }: GroupServices) {
  return {
    queryDataPage: ({ act, body }) => found.page(act, body),
    queryDataList: ({ act, body }) => found.list(act, body),
    queryLookupDataList: ({ act, body }) => found.lookup(act, body),
    async save({ act, body }) {
      const uuid = await saved.save(act, body);
      return { body: undefined, headers: { location: `/report-groups/by-uuid/${uuid}` } };
    },
  } satisfies Partial<ModuleHandlers<typeof reportModule>>;
}
