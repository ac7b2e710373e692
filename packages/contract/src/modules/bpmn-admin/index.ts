// Exports what this module adds to the contract.
import { type Documented, documented } from '../../documentation/documented.ts';
import { bpmnAdminTurkish } from './documentation/turkish.ts';
import { bpmnAdminContract } from './module.ts';

export const bpmnAdminModule: Documented<typeof bpmnAdminContract> = documented(bpmnAdminContract, {
  examples: {},
  turkish: bpmnAdminTurkish,
});
