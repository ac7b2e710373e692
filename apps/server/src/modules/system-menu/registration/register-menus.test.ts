// Tests how what the code declares of the menu meets what people and other versions of the program made of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineMenu, type MenuItemDefinition } from '../../../kernel/menu-definition.ts';
import { createMetrics } from '../../../kernel/process/metrics.ts';
import {
  eventually,
  joinMenuServer,
  type MenuServer,
  query,
  seen,
  signInWith,
  startMenuServer,
  type Tree,
} from '../menu-server.fixture.ts';
import { systemMenuMenu } from '../system-menu.menu.ts';
import { createMenuSnapshot } from '../view/menu-snapshot.ts';
import { registerMenus } from './register-menus.ts';

let server: MenuServer;
let boss: string;

const keys = { KEELSON_SECRET_KEYS: `shared:${Buffer.alloc(32, 7).toString('base64url')}` };

const page = (name: string, displayName = name, more: Partial<MenuItemDefinition> = {}): MenuItemDefinition => ({
  name,
  displayName,
  displayNameMap: { tr: `${displayName} tr` },
  path: `/${name}`,
  ...more,
});
const demo = { name: 'demo', displayName: 'Demo', displayNameMap: {} };

async function register(items: readonly MenuItemDefinition[], version = '1.0.0'): Promise<void> {
  const { clock, ids } = server.kernel;
  const snapshot = createMenuSnapshot({ ...server.kernel, metrics: createMetrics() });
  await registerMenus({ clock, ids, snapshot, version }, [systemMenuMenu, defineMenu('demo', demo, items)]);
}
const revision = async () =>
  (await query<{ revision: number }>(server, 'SELECT revision FROM system_menu_state'))[0]!.revision;
/** Once this process shows what was registered. */
async function shown(token = boss): Promise<readonly string[]> {
  const current = await revision();
  const read = () => server.as<Tree>(token, 'GET', '/menu-items/tree');
  const { body } = await eventually(read, (answer) => answer.body.revision === current);
  const app = body.appList.find((one) => one.app.name === 'demo');
  return app?.itemList.map(({ name, displayName }) => `${name} ${displayName}`) ?? [];
}

beforeAll(async () => {
  server = await startMenuServer({ env: keys });
  boss = await signInWith(server, 'boss', ['ROLE_TENANT_ADMIN']);
});
afterAll(() => server.stop());

describe('registration', () => {
  it('system-menu 20: registration makes the platform’s application with the page that nobody may lose, and writes nothing the second time', async () => {
    expect(await seen(server, boss, 'platform')).toContain('platform/menu-administration');
    const before = await revision();
    const second = await joinMenuServer(server, keys);
    await second.stop();
    expect(await revision()).toBe(before);
  });

  it('system-menu 20: registration lets everybody see the pages of each module that their authorities open, and no group that is empty for them', async () => {
    const clerk = await signInWith(server, 'clerk', ['ROLE_USER']);
    const auditor = await signInWith(server, 'auditor', ['SESSION_VIEW', 'SETTING_VIEW']);
    const everybody = [
      'platform',
      'platform/inbox',
      'platform/tasks',
      'platform/processes',
      'platform/processes/start',
      'platform/processes/process-definitions',
    ];
    expect(await seen(server, clerk, 'platform')).toEqual(everybody);
    const more = ['platform/sessions', 'platform/settings'];
    expect(await seen(server, auditor, 'platform')).toEqual([...everybody, ...more]);
    expect((await seen(server, boss, 'platform')).filter((page) => !everybody.includes(page))).toEqual([
      'platform/processes/process-instances',
      'platform/processes/incidents',
      'platform/people',
      'platform/people/users',
      'platform/people/roles',
      'platform/people/api-keys',
      'platform/sessions',
      'platform/mails',
      'platform/mail-templates',
      'platform/announcements',
      'platform/events',
      'platform/audit',
      'platform/settings',
      'platform/menu-administration',
    ]);
  });

  it('system-menu 20: registration brings a new label to whoever has none of their own; what an operator changed stays', async () => {
    await register([page('one', 'One'), page('two', 'Two')]);
    expect(await shown()).toEqual(['one One', 'two Two']);
    const tree = (await server.as<Tree>(boss, 'GET', '/menu-items/tree?appName=demo')).body;
    const [one] = tree.appList[0]!.itemList;
    const change = (displayName: string, scope: string, token: string) =>
      server.as<{ version: number }>(token, 'GET', `/menu-items/by-uuid/${one!.uuid}`).then(({ body }) =>
        server.as(token, 'PUT', `/menu-items?scope=${scope}`, {
          uuid: one!.uuid,
          version: body.version,
          displayName,
        }),
      );
    expect((await change('Operator', 'SHARED', server.admin)).status).toBe(200);
    await register([page('one', 'Uno'), page('two', 'Due')]);
    expect(await shown()).toEqual(['one Operator', 'two Due']);
    expect((await change('Ours', 'TENANT', boss)).status).toBe(200);
    const before = await revision();
    await register([page('one', 'Uno'), page('two', 'Due')]);
    expect([await revision(), await shown()]).toEqual([before, ['one Ours', 'two Due']]);
  });

  it('system-menu 20: registration takes away what is gone from the code, and brings it back with what was changed', async () => {
    await register([page('two', 'Due')]);
    expect(await shown()).toEqual(['two Due']);
    await register([page('one', 'Uno'), page('two', 'Due')]);
    expect(await shown()).toEqual(['one Ours', 'two Due']);
  });

  it('system-menu 20: an older version of the program that starts last changes nothing', async () => {
    await register([page('one', 'New'), page('two', 'Due'), page('three')], '2.0.0');
    const before = await revision();
    await register([page('one', 'Old')], '1.5.0');
    expect([await revision(), await shown()]).toEqual([before, ['one Ours', 'three three', 'two Due']]);
  });

  it.each([
    ['an unknown parent', [page('child', 'Child', { parent: 'nobody' })], 'nobody'],
    ['an unknown authority', [page('p', 'P', { authorityList: [{ authority: 'NO_SUCH' }] })], 'NO_SUCH'],
    ['an unknown role', [page('p', 'P', { authorityList: [{ role: 'ROLE_NO_SUCH' }] })], 'ROLE_NO_SUCH'],
  ])('registration stops the start at %s, which it names', async (_what, items, name) => {
    await expect(register(items, '3.0.0')).rejects.toThrow(name);
  });
});
