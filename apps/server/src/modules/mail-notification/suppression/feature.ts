// Wires suppressed addresses, and people's preferences.
import type { Kernel } from '../../../kernel/module.ts';
import { createBouncedAddresses } from './bounced-addresses.ts';
import { createPreferenceService } from './preference.service.ts';
import { createSuppressionJob } from './suppression.jobs.ts';
import { createSuppressionHandlers } from './suppression.routes.ts';
import { createSuppressionService } from './suppression.service.ts';

export type { BouncedAddresses } from './bounced-addresses.ts';
export { saveSuppression } from './record/suppression.store.ts';
export { createReadRefusals, type ReadRefusals } from './refusals.ts';

export function createSuppressionFeature(kernel: Pick<Kernel, 'database' | 'clock' | 'ids' | 'log' | 'events'>) {
  return {
    handlers: createSuppressionHandlers(createSuppressionService(kernel), createPreferenceService(kernel)),
    jobs: [createSuppressionJob(kernel)],
    api: { bounced: createBouncedAddresses(kernel) },
  };
}
