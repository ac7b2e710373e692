// Exports what a program needs that calls by a table of operations, without the contract that the table was made of.
export { KeelsonError } from './answer.ts';
export type { CallShape } from './shape.ts';
export { type Calls, type CallTable, createTableClient } from './table-client.ts';
