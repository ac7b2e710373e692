// Exports what this module adds to the contract.
export * from './definitions/definition-models.ts';
export { systemSettingModule } from './module.ts';
export { OFREP, ofrepStreamEvents } from './ofrep-operations.ts';
export { settingStreamEvents } from './stream-operations.ts';
export * from './transfer/transfer-models.ts';
export * from './value-models.ts';
