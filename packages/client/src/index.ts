// Exports what users of the client package need.

export type { FileInput } from '@keelson/contract';
export { type Answer, type Failure, type HeaderProperty, KeelsonError, type Success } from './answer.ts';
export type { Call, DeclaredHeaders, FileValue, Input, Output, RequestOptions } from './call.ts';
export { type Client, callTable, createClient } from './client.ts';
export type { CallShape } from './shape.ts';
export { type Calls, type CallTable, type ClientOptions, createTableClient } from './table-client.ts';
