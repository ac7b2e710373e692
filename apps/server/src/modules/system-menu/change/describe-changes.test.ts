// Tests the event of a change of the menu: who, what, and the values before and after.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allow,
  type MenuServer,
  makeApp,
  makeItem,
  query,
  signInWith,
  startMenuServer,
} from '../menu-server.fixture.ts';

let server: MenuServer;
let boss: string;

beforeAll(async () => {
  server = await startMenuServer();
  boss = await signInWith(server, 'boss', ['ROLE_TENANT_ADMIN']);
});
afterAll(() => server?.stop());

interface Told {
  readonly uuid: string;
  readonly oldValue: Record<string, unknown> | null;
  readonly newValue: Record<string, unknown>;
}
interface Event {
  readonly actor: string;
  readonly subject: string;
  readonly detail: Record<'apps' | 'items' | 'authorities' | 'overlays', readonly Told[] | undefined> & {
    readonly further?: readonly string[];
  };
}
const last = async () =>
  (
    await query<Event>(
      server,
      `SELECT actor, subject, detail FROM log_recorded_event WHERE kind = 'menu.changed' ORDER BY id DESC LIMIT 1`,
    )
  )[0]!;

describe('the event of a change', () => {
  it('the event of a change tells old and new values of what differs, in records, overlays and conditions', async () => {
    const app = await makeApp(server, 'told', { shared: false }, boss);
    const { actor, subject, detail } = await last();
    expect([actor, subject, detail.apps?.[0]?.oldValue]).toEqual(['boss', 'told', null]);
    expect(detail.apps?.[0]?.newValue).toMatchObject({ name: 'told', tenantIdentifier: 'default', enabled: true });
    const item = await makeItem(server, { appNameUuid: app.uuid }, 'page', { shared: false }, boss);
    await server.as(boss, 'PUT', '/menu-items', { uuid: item.uuid, version: 1, path: '/other', icon: 'box' });
    expect((await last()).detail.items).toEqual([
      { uuid: item.uuid, oldValue: { path: '/page', icon: null }, newValue: { path: '/other', icon: 'box' } },
    ]);
    const pair = { role: null, authority: 'MENU_MANAGE' };
    await allow(server, item.uuid, [pair], { scope: 'TENANT', token: boss });
    await allow(server, item.uuid, [], { scope: 'TENANT', token: boss });
    expect((await last()).detail.authorities).toMatchObject([
      { oldValue: { authorityList: [pair] }, newValue: { authorityList: [] } },
    ]);
    const platform = (await server.as<{ uuid: string; version: number }>(boss, 'GET', '/app-names/by-name/platform'))
      .body;
    await server.as(boss, 'PUT', '/app-names', { uuid: platform.uuid, version: platform.version, icon: 'flag' });
    expect((await last()).detail.overlays).toMatchObject([
      { oldValue: null, newValue: { targetUuid: platform.uuid, fields: { icon: 'flag' } } },
    ]);
  });

  it('the event of an import that is too large for it names the further records alone', async () => {
    const itemList = Array.from({ length: 700 }, (_, n) => {
      return { appName: 'large', name: `i${n}`, displayName: 'I', ...(n < 400 ? {} : { parentName: 'i1' }) };
    });
    const document = {
      formatVersion: 1,
      authorityList: [],
      overlayList: [],
      itemList,
      appList: [{ name: 'large', displayName: 'Large' }],
    };
    expect((await server.as(boss, 'POST', '/menu-items/import', document)).status).toBe(200);
    const { subject, detail } = await last();
    expect([subject, detail.apps?.length, detail.items?.length, detail.further?.length]).toEqual([
      'import',
      1,
      499,
      201,
    ]);
  });
});
