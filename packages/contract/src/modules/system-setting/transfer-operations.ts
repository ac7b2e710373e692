// Declares the operations that take settings out and in as a document, and put secrets under another key.
import { choice, closed, flag, long, maybe } from '../../models/schema.ts';
import { authority } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { settingWriteHeaders } from './setting-headers.ts';
import {
  importModes,
  SvcSettingExportRequestModel,
  SvcSettingImportModel,
  SvcSettingImportResultModel,
  settingImportBytesMax,
} from './transfer-models.ts';

export const transferOperations = {
  exportAll: operation({
    method: 'POST',
    path: '/settings/export',
    summary: 'Settings as one document',
    description:
      'In a stable order, secrets as ***, values that are the default left out. Other tenants only with TENANT_ALL.',
    access: authority('SETTING_VIEW'),
    effect: 'read',
    body: { kind: 'json', schema: SvcSettingExportRequestModel, optional: true },
    reply: { kind: 'json', schema: SvcSettingImportModel },
  }),
  importAll: operation({
    method: 'POST',
    path: '/settings/import',
    summary: 'Takes a document of settings, all or nothing',
    description:
      'One revision. REPLACE removes values of the levels in the document that it does not name. Masked secrets and pinned settings are skipped. Values of other tenants need TENANT_ALL, secrets SETTING_SECRET_MANAGE.',
    access: authority('SETTING_MANAGE_GLOBAL'),
    effect: 'write',
    query: closed({
      dryRun: maybe(flag('Only answers what would be done; default false.')),
      mode: maybe(choice(importModes, 'Default MERGE.')),
    }),
    body: { kind: 'json', schema: SvcSettingImportModel, limitBytes: settingImportBytesMax, nulAllowedIn: 'value' },
    reply: { kind: 'json', schema: SvcSettingImportResultModel, headers: settingWriteHeaders },
    errors: ['SETTING_IMPORT_INVALID'],
  }),
  reencryptSecrets: operation({
    method: 'POST',
    path: '/settings/secrets/reencrypt',
    summary: 'Seals every secret under the first key',
    description:
      'What any module sealed, in batches: repeated it goes on. Afterwards older keys can be taken away. Needs SETTING_MANAGE_GLOBAL too.',
    access: authority('SETTING_SECRET_MANAGE'),
    effect: 'write',
    reply: { kind: 'json', schema: long('Secrets that were sealed anew.') },
  }),
};
