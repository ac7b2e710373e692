// The door of the contract package.

export type { Static, TObject, TSchema } from 'typebox';
export * from './argument-codes.ts';
export * from './define.ts';
export * from './envelope.ts';
export * from './errors.ts';
export * from './modules/authentication/authentication-models.ts';
export * from './modules/authentication/directory-models.ts';
export * from './modules/bpmn-engine/deployment-models.ts';
export * from './modules/bpmn-engine/history-models.ts';
export * from './modules/bpmn-engine/instance-models.ts';
export * from './modules/bpmn-engine/task-models.ts';
export * from './modules/session/session-models.ts';
export * from './modules.ts';
export { mergedDocument, moduleDocument } from './openapi/document.ts';
export type { Json, JsonObject } from './openapi/json.ts';
export { pathParameters } from './openapi/request.ts';
export * from './operation-errors.ts';
export * from './paging.ts';
export * from './records.ts';
export * from './schema.ts';
