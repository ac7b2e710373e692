// Applications, items and overlays as administrators look for them.
import { page } from '../../../models/paging.ts';
import { list } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { menuScopeQuery } from '../menu-fields.ts';
import { application } from './application-operations.ts';
import { SvcMenuItemModel } from './item-models.ts';
import { item } from './item-operations.ts';
import {
  SvcAppNameQueryModel,
  SvcMenuItemQueryModel,
  SvcMenuOverlayModel,
  SvcMenuOverlayQueryModel,
} from './query-models.ts';

const viewAll = authority('MENU_VIEW_ALL');

export const menuQueryOperations = {
  appName_queryDataPage: application.page(SvcAppNameQueryModel, {
    summary: 'A page of the applications of the tenant',
    description: 'Disabled and forbidden ones too. scope=SHARED needs TENANT_ALL.',
    access: viewAll,
    query: menuScopeQuery,
  }),
  menuItem_queryDataPage: item.page(SvcMenuItemQueryModel, {
    summary: 'A page of the menu items of the tenant',
    description:
      'Disabled and forbidden ones too. role and authority find the items that they open: those whose own condition, else the one they inherit, names them in one pair. scope=SHARED needs TENANT_ALL.',
    access: viewAll,
    query: menuScopeQuery,
  }),
  menuItem_queryDataList: item.list(SvcMenuItemQueryModel, {
    summary: 'The menu items of the tenant that match',
    description: 'The filters of the page; its size and number are not looked at. At most 1,000 items.',
    access: viewAll,
    query: menuScopeQuery,
    reply: { kind: 'json', schema: list(SvcMenuItemModel, 'Items.') },
  }),
  menuOverlay_queryDataPage: operation({
    method: 'POST',
    path: '/menu-overlays/data/page',
    summary: 'A page of what the tenant changed of shared records',
    description:
      'Only fields that were changed are there. scope=SHARED: what operators changed of records that modules registered; needs TENANT_ALL.',
    access: authority('MENU_VIEW_ALL', 'MENU_APP_MANAGE', 'MENU_MANAGE'),
    effect: 'read',
    query: menuScopeQuery,
    body: { kind: 'json', schema: SvcMenuOverlayQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcMenuOverlayModel) },
  }),
};
