// Puts the feature together that says what processes use, and who uses them.
import { createReferenceHandlers } from './reference.routes.ts';
import { createReferenceService, type ReferenceGround } from './reference.service.ts';

export function createReferenceFeature(ground: ReferenceGround) {
  return { handlers: createReferenceHandlers(createReferenceService(ground)) };
}
