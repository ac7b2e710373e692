// Wires report groups: keeping and finding them.
import type { Act } from '../../../kernel/records/act.ts';
import { createChangeGroupsService } from './change-groups.service.ts';
import { createDeleteGroupService, type DeleteGroupGround } from './delete-group.service.ts';
import { createFindGroupsService } from './find-groups.service.ts';
import { createGroupHandlers } from './group.routes.ts';
import { createGroupService, type GroupGround } from './group.service.ts';
import { getGroup } from './group-access.ts';
import { createTreeService } from './tree.service.ts';

export { type Group, groups, isLivingGroup, shipPlatformGroup } from './group.store.ts';
export { getOpenGroup } from './group-access.ts';

export function createGroupFeature(ground: GroupGround & DeleteGroupGround) {
  const saved = createGroupService(ground);
  return {
    api: {
      createGroup: saved.create,
      /** Fails with 404 for a group that the caller may not see. */
      async requireSeenGroup(act: Act, uuid: string): Promise<void> {
        await getGroup(ground.database, act.caller, uuid, 'READ');
      },
    },
    handlers: createGroupHandlers({
      found: createFindGroupsService(ground),
      saved,
      changed: createChangeGroupsService(ground),
      deleted: createDeleteGroupService(ground),
      shown: createTreeService(ground),
    }),
  };
}
