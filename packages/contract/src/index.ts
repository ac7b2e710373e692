// The door of the contract package.

export type { Static, TObject, TSchema } from 'typebox';
export * from './argument-codes.ts';
export * from './define.ts';
export * from './envelope.ts';
export * from './errors.ts';
export * from './event-stream.ts';
export * from './modules/authentication/authentication-models.ts';
export * from './modules/authentication/captcha-models.ts';
export * from './modules/authentication/challenge-models.ts';
export * from './modules/authentication/device-models.ts';
export * from './modules/authentication/directory-models.ts';
export * from './modules/authentication/factor-models.ts';
export * from './modules/authentication/login-event-models.ts';
export * from './modules/authentication/password-models.ts';
export * from './modules/authentication/role-tenant-key-models.ts';
export * from './modules/authentication/user-administration-models.ts';
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
export * from './modules/system-menu/application-models.ts';
export { menuStreamEvents } from './modules/system-menu/change-operations.ts';
export * from './modules/system-menu/favorite-models.ts';
export * from './modules/system-menu/item-models.ts';
export * from './modules/system-menu/menu-authority-models.ts';
export {
  type MenuMatchType,
  type MenuScope,
  menuOrderMax,
  SvcMenuGrantModel,
} from './modules/system-menu/menu-fields.ts';
export { SvcMenuPreviewModel, SvcMenuVisibilityModel } from './modules/system-menu/preview-operations.ts';
export * from './modules/system-menu/query-models.ts';
export { SvcMenuRecentModel } from './modules/system-menu/recent-operations.ts';
export { SvcMenuHitModel, SvcMenuSearchModel } from './modules/system-menu/search-operations.ts';
export * from './modules/system-menu/transfer-models.ts';
export * from './modules/system-setting/definition-models.ts';
export { OFREP, ofrepStreamEvents } from './modules/system-setting/ofrep-operations.ts';
export { settingStreamEvents } from './modules/system-setting/stream-operations.ts';
export * from './modules/system-setting/transfer-models.ts';
export * from './modules/system-setting/value-models.ts';
export * from './modules.ts';
export { mergedDocument, moduleDocument } from './openapi/document.ts';
export type { Json, JsonObject } from './openapi/json.ts';
export { pathParameters } from './openapi/request.ts';
export * from './operation-errors.ts';
export * from './paging.ts';
export * from './records.ts';
export * from './schema.ts';
