// Starts a server for tests of the menu: short ways to make applications and items, and to read what somebody sees.
import type { SvcAppNameModel, SvcMenuItemModel } from '@keelson/contract';
import type { SettingServer } from '../../testing/setting-server.ts';

export {
  createTenant,
  joinSettingServer as joinMenuServer,
  query,
  type SettingServer as MenuServer,
  signInWith,
  startSettingServer as startMenuServer,
} from '../../testing/setting-server.ts';
export { eventually } from '../../testing/sign-in.ts';

type Stored<T> = T & { readonly uuid: string; readonly version: number };

async function make<T>(server: SettingServer, token: string, path: string, model: object): Promise<Stored<T>> {
  const answer = await server.as<Stored<T>>(token, 'POST', path, model);
  if (answer.status !== 200) throw new Error(`${path} was refused: ${answer.text}`);
  return answer.body;
}

/** Makes an application, which is shared unless the model says otherwise. */
export function makeApp(server: SettingServer, name: string, model: object = {}, token = server.admin) {
  return make<SvcAppNameModel>(server, token, '/app-names', { name, displayName: name, shared: true, ...model });
}

/** Makes an item, which is shared and has a path of its own unless the model says otherwise. */
export function makeItem(
  server: SettingServer,
  place: { readonly appNameUuid?: string; readonly parentUuid?: string },
  name: string,
  model: object = {},
  token = server.admin,
) {
  const whole = { name, displayName: name, path: `/${name}`, shared: true, ...place, ...model };
  return make<SvcMenuItemModel>(server, token, '/menu-items', whole);
}

export interface TreeNode {
  readonly uuid: string;
  readonly name: string;
  readonly displayName: string;
  readonly path?: string;
  readonly favorite?: boolean;
  readonly children?: readonly TreeNode[];
}
export interface Tree {
  readonly revision: number;
  readonly appList: readonly { readonly app: TreeNode; readonly itemList: readonly TreeNode[] }[];
}

/** Lists every application and item as `app/item/item`, in order. */
export function pathsOf({ appList }: Tree): string[] {
  const walk = (nodes: readonly TreeNode[], above: string): string[] =>
    nodes.flatMap(({ name, children = [] }) => [`${above}/${name}`, ...walk(children, `${above}/${name}`)]);
  return appList.flatMap(({ app, itemList }) => [app.name, ...walk(itemList, app.name)]);
}

/** Lists what somebody sees of one application; nothing where it is not shown. */
export async function seen(server: SettingServer, token: string, appName: string): Promise<string[]> {
  const answer = await server.as<Tree>(token, 'GET', `/menu-items/tree?appName=${appName}`);
  return answer.status === 404 ? [] : pathsOf(answer.body);
}

/** Sets the condition of an item, whatever its version. */
export async function allow(
  server: SettingServer,
  menuItemUuid: string,
  authorityList: readonly object[],
  more: { readonly scope?: string; readonly token?: string; readonly matchType?: string } = {},
) {
  const { scope = 'SHARED', token = server.admin, matchType = 'ANY' } = more;
  const path = `/menu-authorities/by-menu-item-uuid/${menuItemUuid}?scope=${scope}`;
  const { version } = (await server.as<{ version: number }>(token, 'GET', path)).body;
  const model = { menuItemUuid, authorityList, matchType, version, everybody: authorityList.length === 0 };
  return server.as(token, 'PUT', `/menu-authorities?scope=${scope}`, model);
}
