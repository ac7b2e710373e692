// Wires what becomes of what is told when users and tenants are renamed or end.
import type { Signals } from '../record/signals.ts';
import { followDirectory } from './follow-directory.ts';

export { createEndedTenantsJob } from './ended-tenants.jobs.ts';

export function createDirectoryFeature({ signals }: { readonly signals: Signals }) {
  return { api: { handler: followDirectory(signals) } };
}
