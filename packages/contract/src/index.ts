// Exports what users of the contract package need.

export type { Static, TObject, TSchema } from 'typebox';
export * from './documentation/placeholders.ts';
export { argumentText } from './errors/argument-texts.ts';
export * from './errors/catalogue.ts';
export * from './models/argument-codes.ts';
export * from './models/envelope.ts';
export * from './models/needs.ts';
export * from './models/paging.ts';
export * from './models/read-as.ts';
export * from './models/records.ts';
export * from './models/schema.ts';
export * from './models/text-formats.ts';
export * from './modules.ts';
export { mergedDocument, moduleDocument } from './openapi/document.ts';
export type { Json, JsonObject } from './openapi/json.ts';
export { pathParameters } from './openapi/request.ts';
export * from './operations/access.ts';
export * from './operations/body-and-reply.ts';
export * from './operations/define.ts';
export * from './operations/event-stream.ts';
export * from './operations/handlers.ts';
export * from './operations/operation-errors.ts';
export * from './operations/request.ts';
