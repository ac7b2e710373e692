// Holds the menu against the screens of the console: whoever sees an item may load the screen that it leads to, and nobody else.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { moduleKey, moduleTable, type Operation } from '@keelson/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MenuDefinition, MenuItemDefinition } from '../../apps/server/src/kernel/menu-definition.ts';
import { repositoryRoot, typeScriptFiles } from './source-files.ts';

const consoleSource = join(repositoryRoot, 'apps/console/src');
const read = (file: string): string => readFileSync(join(consoleSource, file), 'utf8');

interface ScreenLine {
  /** Stands below `/platform`. */
  readonly path: string;
  /** Is `module.operation`; null: whoever is signed in. */
  readonly operation: string | null;
  /** Is the folder of its component. */
  readonly folder: string;
}

/** Show everybody what they may see of them, and have their items for whoever administers them. */
const FOR_ADMINISTRATORS: Readonly<Record<string, readonly string[]>> = { '/platform/settings': ['SETTING_VIEW'] };

/** Items whose pages are not built yet: the console leaves them out. */
const WITHOUT_A_PAGE = ['/platform/process-definitions'];

function screenLines(): readonly ScreenLine[] {
  const paths = new Map(
    [...read('lib/address.ts').matchAll(/^ {2}(\w+): '([^']+)',$/gm)].map(([, page, path]) => [page, path]),
  );
  const line =
    /page: '(\w+)',\s+operation: (?:'([\w.]+)'|null),\s+load: async \(\) =>\s+\(await import\('([^']+)'\)\)/g;
  return [...read('app/routes.tsx').matchAll(line)].map(([, page, operation, file]) => ({
    path: `/platform${paths.get(page) ?? ''}`.replace(/\/$/, ''),
    operation: operation ?? null,
    folder: dirname(join(consoleSource, 'app', file ?? '')),
  }));
}

/**
 * Answers the authorities of which one is needed; none where whoever is signed in may. A screen that shows whoever lacks them their
 * own rows has its item for those who see all.
 */
function authoritiesOf(name: string | null): readonly string[] {
  if (name === null) return [];
  const [module, key = ''] = name.split('.');
  const found = moduleTable.find((one) => moduleKey(one.name) === module);
  const operation = (found?.operations as Readonly<Record<string, Operation>> | undefined)?.[key];
  if (operation === undefined) throw new Error(`The contract has no operation ${name}.`);
  return operation.access.authorities;
}

async function declaredItems(): Promise<readonly MenuItemDefinition[]> {
  const files = typeScriptFiles.filter(({ path }) => /^apps\/server\/src\/modules\/[^/]+\/[^/]+\.menu\.ts$/.test(path));
  const modules = await Promise.all(files.map(({ path }) => import(join(repositoryRoot, path))));
  return modules.flatMap((exported) => Object.values<MenuDefinition>(exported).flatMap(({ items }) => items));
}

describe('the menu and the screens of the console', () => {
  let items: readonly MenuItemDefinition[];
  const screens = screenLines();
  beforeAll(async () => {
    items = (await declaredItems()).filter(({ path }) => path !== undefined && !WITHOUT_A_PAGE.includes(path));
  });

  it('console 6: an item asks for the authorities that the operation needs which loads its screen', () => {
    const differing = items.flatMap(({ path, authorityList = [], matchType = 'ANY' }) => {
      const screen = screens.find((one) => one.path === path);
      const loads = screen === undefined ? ['no screen'] : authoritiesOf(screen.operation);
      const needed = loads.length === 0 ? (FOR_ADMINISTRATORS[path ?? ''] ?? []) : loads;
      const asked = authorityList.map(({ role, authority }) => (role === undefined ? authority : `role ${role}`));
      const isSame = matchType === 'ANY' && [...asked].sort().join() === [...needed].sort().join();
      return isSame ? [] : [`${path} asks for ${asked.join(' or ')}, its screen needs ${needed.join(' or ')}`];
    });
    expect(differing).toEqual([]);
    // A reading that finds nothing would pass.
    expect([items.length > 10, screens.length > items.length]).toEqual([true, true]);
  });

  it('console 6: the operation that a screen is said to need is one that it calls', () => {
    const silent = screens.filter(({ operation, folder }) => {
      if (operation === null) return false;
      const calls = new RegExp(`\\b${operation.split('.')[1]}\\b`);
      const files = readdirSync(folder).filter((file) => /\.tsx?$/.test(file));
      return !files.some((file) => calls.test(readFileSync(join(folder, file), 'utf8')));
    });
    expect(silent).toEqual([]);
  });
});
