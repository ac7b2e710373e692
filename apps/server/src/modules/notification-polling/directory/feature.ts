// Wires what becomes of what is told when users and tenants are renamed or end.
import { followDirectory } from './follow-directory.ts';

export { createEndedTenantsJob } from './ended-tenants.jobs.ts';

export function createDirectoryFeature() {
  return { api: { handler: followDirectory } };
}
