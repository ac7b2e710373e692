// Exports what users of the client package need.

export type { FileInput } from '@keelson/contract';
export { type Answer, type Failure, KeelsonError, type Success, type ToldName } from './answer.ts';
export type { Call, FileValue, Input, Output, RequestOptions, Told } from './call.ts';
export { type Client, callTable, createClient } from './client.ts';
export type { CallShape } from './shape.ts';
export { type Calls, type CallTable, type ClientOptions, createTableClient } from './table-client.ts';
