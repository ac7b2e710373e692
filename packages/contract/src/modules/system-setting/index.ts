// Exports what this module adds to the contract.
import { documented } from '../../documentation/documented.ts';
import { definitionExamples } from './examples/definition-examples.ts';
import { valueExamples } from './examples/value-examples.ts';
import { systemSettingContract } from './module.ts';

export * from './definitions/definition-models.ts';
export { OFREP, ofrepStreamEvents } from './ofrep-operations.ts';
export { settingStreamEvents } from './stream-operations.ts';
export * from './transfer/transfer-models.ts';
export * from './value-models.ts';

export const systemSettingModule = documented(systemSettingContract, {
  examples: { ...definitionExamples, ...valueExamples },
});
