// Exports what this module adds to the contract.
import { type Documented, documented } from '../../documentation/documented.ts';
import examples from './documentation/examples.json' with { type: 'json' };
import { systemSettingTurkish } from './documentation/turkish.ts';
import { systemSettingContract } from './module.ts';

export * from './definition-models.ts';
export { OFREP, ofrepStreamEvents } from './ofrep-operations.ts';
export { settingStreamEvents } from './stream-operations.ts';
export * from './transfer-models.ts';
export * from './value-models.ts';

export const systemSettingModule: Documented<typeof systemSettingContract> = documented(systemSettingContract, {
  examples,
  turkish: systemSettingTurkish,
});
