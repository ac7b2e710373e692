// Exports what this module adds to the contract.
import { type Documented, documented } from '../../documentation/documented.ts';
import { notificationPollingTurkish } from './documentation/turkish.ts';
import { notificationPollingContract } from './module.ts';

export const notificationPollingModule: Documented<typeof notificationPollingContract> = documented(
  notificationPollingContract,
  {
    examples: {},
    turkish: notificationPollingTurkish,
  },
);
