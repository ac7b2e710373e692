// Exports what this module adds to the contract.
import { type Documented, documented } from '../../documentation/documented.ts';
import { beginExamples } from './documentation/begin-examples.ts';
import { closingExamples } from './documentation/closing-examples.ts';
import { sessionTurkish } from './documentation/turkish.ts';
import { sessionContract } from './module.ts';

export * from './begin-models.ts';
export { SvcSessionReference } from './closing-operations.ts';
export * from './live-models.ts';
export * from './session-models.ts';
export * from './statistics-models.ts';

export const sessionModule: Documented<typeof sessionContract> = documented(sessionContract, {
  examples: { ...beginExamples, ...closingExamples },
  turkish: sessionTurkish,
});
