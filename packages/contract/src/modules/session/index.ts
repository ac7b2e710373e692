// Exports what this module adds to the contract.
import { documented } from '../../documentation/documented.ts';
import { beginExamples } from './examples/begin-examples.ts';
import { closingExamples } from './examples/closing-examples.ts';
import { sessionContract } from './module.ts';

export * from './begin-models.ts';
export { SvcSessionReference } from './closing-operations.ts';
export * from './live-models.ts';
export * from './session-models.ts';
export * from './statistics-models.ts';

export const sessionModule = documented(sessionContract, { examples: { ...beginExamples, ...closingExamples } });
