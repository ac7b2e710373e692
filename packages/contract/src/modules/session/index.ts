// Exports what this module adds to the contract.
import { type Documented, documented } from '../../documentation/documented.ts';
import examples from './documentation/examples.json' with { type: 'json' };
import { sessionTurkish } from './documentation/turkish.ts';
import { sessionContract } from './module.ts';

export * from './begin-models.ts';
export { SvcSessionReference } from './closing-operations.ts';
export * from './live-models.ts';
export * from './session-models.ts';
export * from './statistics-models.ts';

export const sessionModule: Documented<typeof sessionContract> = documented(sessionContract, {
  examples,
  turkish: sessionTurkish,
});
