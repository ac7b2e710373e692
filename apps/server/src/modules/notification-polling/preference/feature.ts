// Wires what people do not want to be notified of.
import { createPreferenceHandlers } from './preference.routes.ts';
import { createPreferenceService } from './preference.service.ts';

export function createPreferenceFeature(parts: Parameters<typeof createPreferenceService>[0]) {
  return { handlers: createPreferenceHandlers(createPreferenceService(parts)) };
}
