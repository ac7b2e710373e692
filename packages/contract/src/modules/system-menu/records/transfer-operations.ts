// Declares the operations that take the menu of one level out and in as a document.
import { choice, closed, flag, maybe } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { menuScopeQuery, menuWriteHeaders } from '../menu-fields.ts';
import {
  menuImportBytesMax,
  menuImportModes,
  SvcMenuImportModel,
  SvcMenuImportResultModel,
} from './transfer-models.ts';

const scope = menuScopeQuery.properties.scope;

export const menuTransferOperations = {
  exportAll: operation({
    method: 'POST',
    path: '/menu-items/export',
    summary: 'The menu of one level as a document',
    description:
      'TENANT: what the tenant owns, and what it changed of shared records; SHARED (needs TENANT_ALL): what all tenants share. In a stable order, by names; what modules registered only as overlays. Needs MENU_APP_MANAGE and MENU_AUTHORITY_MANAGE too.',
    access: authority('MENU_MANAGE'),
    effect: 'read',
    query: menuScopeQuery,
    reply: { kind: 'json', schema: SvcMenuImportModel },
  }),
  importAll: operation({
    method: 'POST',
    path: '/menu-items/import',
    summary: 'Takes a document of a menu, all or nothing',
    description:
      'One transaction, one revision. MERGE leaves what the document does not name; of an entry a missing field stays, null clears it. REPLACE removes from the level what the document does not name; a missing field is the standard one. Needs MENU_APP_MANAGE and MENU_AUTHORITY_MANAGE too.',
    access: authority('MENU_MANAGE'),
    effect: 'write',
    query: closed({
      dryRun: maybe(flag('Only answers what would be done; default false.')),
      mode: maybe(choice(menuImportModes, 'Default MERGE.')),
      scope,
    }),
    body: { kind: 'json', schema: SvcMenuImportModel, limitBytes: menuImportBytesMax },
    reply: { kind: 'json', schema: SvcMenuImportResultModel, headers: menuWriteHeaders },
    errors: ['MENU_IMPORT_INVALID', 'MENU_SELF_LOCKOUT'],
  }),
};
