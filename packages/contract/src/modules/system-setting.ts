// System setting: every value that an operator tunes without a restart.
import { defineModule } from '../operations/define.ts';
import { definitionOperations } from './system-setting/definition-operations.ts';
import { ofrepOperations } from './system-setting/ofrep-operations.ts';
import { readOperations } from './system-setting/read-operations.ts';
import { settingAuthorities } from './system-setting/setting-authorities.ts';
import { streamOperations } from './system-setting/stream-operations.ts';
import { transferOperations } from './system-setting/transfer-operations.ts';
import { valueOperations } from './system-setting/value-operations.ts';

export const systemSettingModule = defineModule({
  name: 'system-setting',
  title: 'System setting',
  prefixes: [],
  operations: {
    ...readOperations,
    ...definitionOperations,
    ...valueOperations,
    ...transferOperations,
    ...streamOperations,
    ...ofrepOperations,
  },
  authorities: settingAuthorities,
});
