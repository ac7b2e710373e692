// Declares system settings: every value that an operator tunes without a restart.
import { defineModule } from '../../operations/define.ts';
import { definitionOperations } from './definition-operations.ts';
import { ofrepOperations } from './ofrep-operations.ts';
import { readOperations } from './read-operations.ts';
import { settingAuthorities } from './setting-authorities.ts';
import { streamOperations } from './stream-operations.ts';
import { transferOperations } from './transfer-operations.ts';
import { valueOperations } from './value-operations.ts';

export const systemSettingContract = defineModule({
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
