// Tests every field and parameter of the menu that holds a path or an address, against what must never be stored.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MenuServer, makeApp, makeItem, query, signInWith, startMenuServer } from './menu-server.fixture.ts';

let server: MenuServer;
let paul: string;
let app: { readonly uuid: string; readonly version: number };
let item: { readonly uuid: string; readonly version: number };

beforeAll(async () => {
  server = await startMenuServer();
  paul = await signInWith(server, 'paul');
  app = await makeApp(server, 'addressed', { shared: false });
  item = await makeItem(server, { appNameUuid: app.uuid }, 'page', { shared: false, path: null });
});
afterAll(() => server.stop());

const hostilePaths = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//evil',
  '/\\evil',
  '\\\\evil',
  '\\/evil',
  'https://evil',
  '/a\tb',
  '/\t/evil',
  '/a\nb',
  '/a\rb',
  '/a b',
  '/a\u00a0b',
  '/a\u2028b',
  '/a%00b',
  '/%09/evil',
  '/a%0Ab',
  '/a%5Cb',
  '/a%5cb',
  '/%7f',
  '/../a',
  '/a/..',
  '/a/%2E%2e/b',
  '/./a',
  'a',
  '',
  ' ',
  `/${'a'.repeat(512)}`,
];
const hostileUrls = [
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil',
  '/a',
  'ftp://host',
  'file:///etc/passwd',
  'https://u@h',
  'https://u:p@h',
  'https://@h',
  'https://h\\@evil',
  'https://h\t',
  'https://h\n.evil',
  'https:// h',
  'https://',
  'https:h',
  'vbscript:x',
  '',
  `https://h/${'a'.repeat(2_048)}`,
];

type Sent = { readonly status: number; readonly code: unknown };
const send = async (method: string, path: string, body: object, token = server.admin): Promise<Sent> => {
  const { status, error } = await server.as(token, method, path, body);
  return { status, code: error?.errorArguments[0]?.code };
};
const made = () => ({ name: 'made', displayName: 'Made' });

const pathFields: Readonly<Record<string, (path: string) => Promise<Sent>>> = {
  'POST /app-names': (path) => send('POST', '/app-names', { ...made(), path }),
  'PUT /app-names': (path) => send('PUT', '/app-names', { uuid: app.uuid, version: app.version, path }),
  'POST /menu-items': (path) => send('POST', '/menu-items', { ...made(), appNameUuid: app.uuid, path }),
  'PUT /menu-items': (path) => send('PUT', '/menu-items', { uuid: item.uuid, version: item.version, path }),
  'POST /menu-favorites': (path) => send('POST', '/menu-favorites', { path }, paul),
  'POST /menu-recents': (path) => send('POST', '/menu-recents', { path }, paul),
  'POST /menu-items/import, application': (path) =>
    send('POST', '/menu-items/import', document({ appList: [{ ...made(), path }] })),
  'POST /menu-items/import, item': (path) =>
    send('POST', '/menu-items/import', document({ itemList: [{ ...made(), appName: 'addressed', path }] })),
};

function document(lists: object): object {
  return { formatVersion: 1, appList: [], itemList: [], authorityList: [], overlayList: [], ...lists };
}

const urlFields: Readonly<Record<string, (externalUrl: string) => Promise<Sent>>> = {
  'POST /menu-items': (externalUrl) => send('POST', '/menu-items', { ...made(), appNameUuid: app.uuid, externalUrl }),
  'PUT /menu-items': (externalUrl) =>
    send('PUT', '/menu-items', { uuid: item.uuid, version: item.version, externalUrl }),
  'POST /menu-items/import': (externalUrl) =>
    send('POST', '/menu-items/import', document({ itemList: [{ ...made(), appName: 'addressed', externalUrl }] })),
};

const iconFields: Readonly<Record<string, (icon: string) => Promise<Sent>>> = {
  'POST /app-names': (icon) => send('POST', '/app-names', { ...made(), icon }),
  'PUT /app-names': (icon) => send('PUT', '/app-names', { uuid: app.uuid, version: app.version, icon }),
  'POST /menu-items': (icon) => send('POST', '/menu-items', { ...made(), appNameUuid: app.uuid, icon }),
  'PUT /menu-items': (icon) => send('PUT', '/menu-items', { uuid: item.uuid, version: item.version, icon }),
  'POST /menu-favorites': (icon) => send('POST', '/menu-favorites', { path: '/kept', icon }, paul),
  'POST /menu-items/import': (icon) => send('POST', '/menu-items/import', document({ appList: [{ ...made(), icon }] })),
};

/** Counts the rows in every table of the menu. */
const rows = () =>
  query(
    server,
    `SELECT (SELECT count(*) FROM system_menu_app)::int AS apps, (SELECT count(*) FROM system_menu_item)::int AS items,
       (SELECT count(*) FROM system_menu_favorite)::int AS favorites, (SELECT revision FROM system_menu_state) AS revision`,
  );

describe('nothing that leads elsewhere or runs a script is ever stored', () => {
  it.each(Object.entries(pathFields))(
    'system-menu 16: nothing that leads elsewhere is stored as path of %s',
    async (_name, write) => {
      const before = await rows();
      for (const path of hostilePaths) {
        const { status, code } = await write(path);
        expect([path, status >= 400 && status < 500]).toEqual([path, true]);
        // A document tells the problem of each of its entries within another code.
        if (status === 400) expect([path, code]).toEqual([path, 'PATH_INVALID']);
      }
      expect(await rows()).toEqual(before);
    },
  );

  it.each(Object.entries(urlFields))(
    'system-menu 16: nothing that leads elsewhere or runs a script is stored as address of %s',
    async (_name, write) => {
      const before = await rows();
      for (const url of hostileUrls) {
        const { status, code } = await write(url);
        expect([url, status >= 400 && status < 500]).toEqual([url, true]);
        if (status === 400) expect([url, code]).toEqual([url, 'URL_INVALID']);
      }
      expect(await rows()).toEqual(before);
    },
  );

  it.each(Object.entries(iconFields))('system-menu 16: no drawing is stored as icon of %s', async (_name, write) => {
    const before = await rows();
    for (const icon of ['<svg onload=alert(1)>', 'https://evil/x.svg', 'a/b', 'data:image/svg+xml,x y', '-a', 'ş']) {
      expect([icon, (await write(icon)).status]).toEqual([icon, 400]);
    }
    expect(await rows()).toEqual(before);
  });
});
