// Wires what senders and managers are shown of announcements.
import { createManagingHandlers } from './managing.routes.ts';
import { createManagingService, type ManagingParts } from './managing.service.ts';

export function createManagingFeature(parts: ManagingParts) {
  return { handlers: createManagingHandlers(createManagingService(parts)) };
}
