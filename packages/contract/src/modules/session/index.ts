// Exports what this module adds to the contract.
export * from './begin-models.ts';
export { SvcSessionReference } from './closing-operations.ts';
export * from './live-models.ts';
export { sessionModule } from './module.ts';
export * from './session-models.ts';
export * from './statistics-models.ts';
