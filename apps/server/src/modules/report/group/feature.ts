// Puts the feature together that keeps and finds report groups.
import { createFindGroupsService } from './find-groups.service.ts';
import { createGroupHandlers } from './group.routes.ts';
import { createGroupService, type GroupGround } from './group.service.ts';

export { isLivingGroup } from './group.store.ts';
export { getGroup, getOpenGroup } from './group-access.ts';

export function createGroupFeature(ground: GroupGround) {
  return {
    handlers: createGroupHandlers({ found: createFindGroupsService(ground), saved: createGroupService(ground) }),
  };
}
