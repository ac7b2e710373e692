// The door of the contract package.

export type { Static, TObject, TSchema } from 'typebox';
export * from './errors/catalogue.ts';
export * from './models/argument-codes.ts';
export * from './models/envelope.ts';
export * from './models/paging.ts';
export * from './models/records.ts';
export * from './models/schema.ts';
export * from './modules/authentication/directory/directory-models.ts';
export * from './modules/authentication/directory/role-tenant-key-models.ts';
export * from './modules/authentication/directory/user-administration-models.ts';
export * from './modules/authentication/secrets/device-models.ts';
export * from './modules/authentication/secrets/factor-models.ts';
export * from './modules/authentication/secrets/password-models.ts';
export * from './modules/authentication/sign-in/authentication-models.ts';
export * from './modules/authentication/sign-in/captcha-models.ts';
export * from './modules/authentication/sign-in/challenge-models.ts';
export * from './modules/authentication/sign-in/login-event-models.ts';
export * from './modules/bpmn-engine/deployment-models.ts';
export * from './modules/bpmn-engine/history-models.ts';
export * from './modules/bpmn-engine/instance-models.ts';
export * from './modules/bpmn-engine/task-models.ts';
export * from './modules/mail-notification/mail-models.ts';
export * from './modules/session/begin-models.ts';
export { closingNamesMax, SvcSessionReference } from './modules/session/closing-operations.ts';
export * from './modules/session/live-models.ts';
export * from './modules/session/session-models.ts';
export * from './modules/session/statistics-models.ts';
export {
  type MenuMatchType,
  type MenuScope,
  menuOrderMax,
  SvcMenuGrantModel,
} from './modules/system-menu/menu-fields.ts';
export { menuStreamEvents } from './modules/system-menu/reading/change-operations.ts';
export * from './modules/system-menu/reading/favorite-models.ts';
export { SvcMenuPreviewModel, SvcMenuVisibilityModel } from './modules/system-menu/reading/preview-operations.ts';
export { SvcMenuRecentModel } from './modules/system-menu/reading/recent-operations.ts';
export { SvcMenuHitModel, SvcMenuSearchModel } from './modules/system-menu/reading/search-operations.ts';
export * from './modules/system-menu/records/application-models.ts';
export * from './modules/system-menu/records/item-models.ts';
export * from './modules/system-menu/records/menu-authority-models.ts';
export * from './modules/system-menu/records/query-models.ts';
export * from './modules/system-menu/records/transfer-models.ts';
export * from './modules/system-setting/definition-models.ts';
export { ofrepStreamEvents } from './modules/system-setting/ofrep-operations.ts';
export { settingStreamEvents } from './modules/system-setting/stream-operations.ts';
export * from './modules/system-setting/transfer-models.ts';
export * from './modules/system-setting/value-models.ts';
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
