// Wires the notifications of other modules in their own commits.
import { createOffered, type OfferedParts } from './offered.ts';
import { createPublishAction } from './publish-action.ts';

export function createOfferedFeature(parts: OfferedParts) {
  const api = createOffered(parts);
  return { api: { ...api, action: createPublishAction(api) } };
}
