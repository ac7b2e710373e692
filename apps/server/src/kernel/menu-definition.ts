// Says how a module's code declares menu entries: applications, items below them, and who sees them by default.

/** Asks for a role, an authority, or both of one grant. */
export interface MenuGrant {
  readonly role?: string;
  readonly authority?: string;
}

interface MenuEntry {
  /** Name, `[a-z0-9][a-z0-9._-]{0,63}`, which never changes: what people customise is stored under it. */
  readonly name: string;
  /** In English. */
  readonly displayName: string;
  /** By locale; `tr` is shipped. */
  readonly displayNameMap: Readonly<Record<string, string>>;
  /** Name in the icon set of the console. */
  readonly icon?: string;
  /** Leads to a page of the console and begins with one slash. */
  readonly path?: string;
  /** Default: 1000. */
  readonly orderNumber?: number;
  /** Default empty: every signed-in user. */
  readonly authorityList?: readonly MenuGrant[];
  /** Default: ANY. */
  readonly matchType?: 'ANY' | 'ALL';
}

export type MenuApplicationDefinition = MenuEntry;

export interface MenuItemDefinition extends MenuEntry {
  /** Names the item above it, in the same application; absent, it stands at the top level. */
  readonly parent?: string;
}

export interface MenuDefinition {
  readonly module: string;
  readonly appName: string;
  /** Null: another module defines the application. */
  readonly app: MenuApplicationDefinition | null;
  readonly items: readonly MenuItemDefinition[];
}

const entryName = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const applicationName = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** Menu entries of one module in one application, checked. Hand them to the system menu when modules are connected. */
export function defineMenu(
  module: string,
  app: string | MenuApplicationDefinition,
  items: readonly MenuItemDefinition[],
): MenuDefinition {
  const appName = typeof app === 'string' ? app : app.name;
  if (!applicationName.test(appName)) throw new Error(`${appName} of ${module} is no name of an application`);
  const names = new Set<string>();
  for (const { name, path } of items) {
    if (!entryName.test(name)) throw new Error(`${name} of ${module} is no name of a menu item`);
    if (names.has(name)) throw new Error(`${module} defines the menu item ${name} twice`);
    if (path !== undefined && !/^\/(?![/\\])/.test(path))
      throw new Error(`the menu item ${name} has no path of a page`);
    names.add(name);
  }
  return { module, appName, app: typeof app === 'string' ? null : app, items };
}
