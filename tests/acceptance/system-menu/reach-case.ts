// Makes what another tenant has in its menu, and says what reaching for it answers.
import { randomBytes } from 'node:crypto';
import type { Client } from '@keelson/client';
import type { Foreign } from '../tenants.ts';
import { type StoredItem, stored } from './menus.ts';

export const VERSION = 1;
export const fresh = (): string => `foreign-${randomBytes(6).toString('hex')}`;

type SystemMenu = Client<false>['systemMenu'];

/** Writes in the tenant of the caller: what is kept of its menu is read anew, with whatever has been made since. */
async function stir(systemMenu: SystemMenu): Promise<void> {
  const { body } = await systemMenu.getByName({ params: { name: 'platform' } });
  const { uuid, version } = stored(body ?? {});
  const answer = await systemMenu.appName_update({ body: { uuid, version, description: fresh() } });
  if (!answer.ok) throw new Error('the menu of the caller was not written');
}

/** Makes an application of the other tenant, with a page that everybody of it sees. */
export async function foreignApp({ tenant }: Foreign, systemMenu: SystemMenu) {
  const name = fresh();
  const { body } = await tenant.deputy.sure.systemMenu.appName_save({
    body: { name, displayName: name, path: `/${name}` },
  });
  await stir(systemMenu);
  return stored(body);
}

export async function foreignItem(foreign: Foreign, systemMenu: SystemMenu): Promise<StoredItem> {
  const { uuid, name } = await foreignApp(foreign, systemMenu);
  const { body } = await foreign.tenant.deputy.sure.systemMenu.menuItem_save({
    body: { appNameUuid: uuid, name, displayName: name, path: `/${name}` },
  });
  await stir(systemMenu);
  return stored(body);
}

export async function foreignFavorite({ person }: Foreign, path = '/kept') {
  await person.sure.systemMenu.favorite_deleteAll();
  return (await person.sure.systemMenu.favorite_save({ body: { path } })).body;
}

/** Counts how many favorites the other person has still. */
export async function favoritesLeft({ person }: Foreign): Promise<number> {
  return (await person.sure.systemMenu.favorite_getDataList()).body.length;
}

/** Makes the other tenant rename an application of every tenant. */
export async function foreignOverlay({ tenant }: Foreign) {
  const { body } = await tenant.deputy.sure.systemMenu.getByName({ params: { name: 'platform' } });
  const { uuid, version } = stored(body);
  await tenant.deputy.sure.systemMenu.appName_update({ body: { uuid, version, description: fresh() } });
  return uuid;
}

export const nothing = (code: 'APP_NAME_NOT_FOUND' | 'MENU_ITEM_NOT_FOUND' | 'FAVORITE_NOT_FOUND') => ({
  stranger: code,
  everywhere: code,
});
export const app = nothing('APP_NAME_NOT_FOUND');
export const item = nothing('MENU_ITEM_NOT_FOUND');
export const none = { stranger: 0, everywhere: 0 };
export const nobody = { totalElements: 0, data: [] };
export const empty = { stranger: nobody, everywhere: nobody };
