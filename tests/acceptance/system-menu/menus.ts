// Makes the applications and items of scenarios, in a tenant where nobody else changes the menu.
import type { SvcAppNameModel, SvcMenuItemModel } from '@keelson/contract';
import type { Person } from '../../support/people.ts';
import type { OwnTenant, World } from '../world.ts';

export type StoredApp = SvcAppNameModel & { readonly uuid: string; readonly name: string; readonly version: number };
export type StoredItem = SvcMenuItemModel & { readonly uuid: string; readonly name: string; readonly version: number };

/** All scenarios of a world share one tenant: a tenant costs a password, an application costs nothing. */
const tenants = new WeakMap<World, Promise<OwnTenant>>();

export function menuTenant(world: World): Promise<OwnTenant> {
  const known = tenants.get(world) ?? world.ownTenant();
  tenants.set(world, known);
  return known;
}

/** Answers the administrator of that tenant. */
export async function menuDeputy(world: World): Promise<Person> {
  return (await menuTenant(world)).deputy;
}

/** What the server answers of a record has these fields. */
export function stored<T extends SvcAppNameModel | SvcMenuItemModel>(model: T) {
  const { uuid, name, version } = model;
  if (uuid == null || name == null || version == null) throw new Error('the record lacks its own fields');
  return { ...model, uuid, name, version };
}

export async function makeApp(world: World, owner: Person, model: SvcAppNameModel = {}): Promise<StoredApp> {
  const name = world.name('app');
  const { body } = await owner.sure.systemMenu.appName_save({ body: { name, displayName: name, ...model } });
  return stored(body);
}

/** Makes an item with a page of its own unless the model says otherwise. */
export async function makeItem(world: World, owner: Person, model: SvcMenuItemModel): Promise<StoredItem> {
  const name = world.name('item');
  const { body } = await owner.sure.systemMenu.menuItem_save({
    body: { name, displayName: name, path: `/${name}`, ...model },
  });
  return stored(body);
}

interface Node {
  readonly name: string;
  readonly children?: readonly Node[];
}

/** Answers the names of an application's items as somebody sees them, each below its parent with dots in front. */
export async function seenItems({ client }: Person, appName: string): Promise<readonly string[]> {
  const answer = await client.systemMenu.getTree({ query: { appName } });
  if (!answer.ok) return [];
  const walk = (nodes: readonly Node[], dots: string): string[] =>
    nodes.flatMap(({ name, children = [] }) => [dots + name, ...walk(children, `${dots}.`)]);
  return answer.body.appList.flatMap(({ itemList }) => walk(itemList as readonly Node[], ''));
}

/** Finds the item of the module itself that nobody may lose. */
export async function administrationItem({ sure }: Person): Promise<StoredItem> {
  const { body } = await sure.systemMenu.getTreeAll({ query: { appName: 'platform' } });
  const items = (body.appList[0]?.itemList ?? []) as readonly SvcMenuItemModel[];
  const found = items.find(({ name }) => name === 'menu-administration');
  if (found === undefined) throw new Error('the menu has no administration');
  return stored(found);
}
