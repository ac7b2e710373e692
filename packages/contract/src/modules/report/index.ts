// Exports what this module adds to the contract.
import { type Documented, documented } from '../../documentation/documented.ts';
import { reportTurkish } from './documentation/turkish.ts';
import { reportContract } from './module.ts';

export const reportModule: Documented<typeof reportContract> = documented(reportContract, {
  examples: {},
  turkish: reportTurkish,
});
