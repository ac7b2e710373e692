// Puts the feature together that keeps and finds report groups.
import { createChangeGroupsService } from './change-groups.service.ts';
import { createDeleteGroupService, type DeleteGroupGround } from './delete-group.service.ts';
import { createFindGroupsService } from './find-groups.service.ts';
import { createGroupHandlers } from './group.routes.ts';
import { createGroupService, type GroupGround } from './group.service.ts';
import { createTreeService } from './tree.service.ts';

export { isLivingGroup, shipPlatformGroup } from './group.store.ts';
export { getGroup, getOpenGroup } from './group-access.ts';

export function createGroupFeature(ground: GroupGround & DeleteGroupGround) {
  return {
    handlers: createGroupHandlers({
      found: createFindGroupsService(ground),
      saved: createGroupService(ground),
      changed: createChangeGroupsService(ground),
      deleted: createDeleteGroupService(ground),
      shown: createTreeService(ground),
    }),
  };
}
