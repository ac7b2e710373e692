// Tests search: whatever the case, the marks and the dots of the letters, the best hits first, and nothing that is forbidden.
import type { SvcMenuHitModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allow, type MenuServer, makeApp, makeItem, signInWith, startMenuServer } from '../menu-server.fixture.ts';

let server: MenuServer;
let viewer: string;
let plain: string;

beforeAll(async () => {
  server = await startMenuServer();
  viewer = await signInWith(server, 'vera', ['SETTING_VIEW']);
  plain = await signInWith(server, 'paul');
});
afterAll(() => server.stop());

describe('search', () => {
  const find = async (text: string, token = plain, more: object = {}) => {
    const answer = await server.as<SvcMenuHitModel[]>(token, 'POST', '/menu-items/search', { text, ...more });
    return answer.status === 200 ? answer.body.map(({ node }) => node.name) : [String(answer.status)];
  };

  it('system-menu 19: search finds letters whatever their case, marks and dots, also what is not drawn, never what is forbidden', async () => {
    const app = await makeApp(server, 'finding', { displayName: 'Bulma' });
    const group = await makeItem(server, { appNameUuid: app.uuid }, 'lights', { displayName: 'Lights', path: null });
    await makeItem(server, { parentUuid: group.uuid }, 'isik', { displayName: 'Işık', visible: false });
    await makeItem(server, { parentUuid: group.uuid }, 'sehir', { displayName: 'Büyük İstanbul' });
    const forbidden = await makeItem(server, { parentUuid: group.uuid }, 'forbidden', { displayName: 'Işık yasak' });
    await allow(server, forbidden.uuid, [{ authority: 'SETTING_VIEW' }]);
    for (const text of ['ışık', 'ISIK', 'IŞIK', 'isik']) expect(await find(text)).toEqual(['isik']);
    for (const text of ['istanbul', 'İSTANBUL', 'ISTANBUL']) expect(await find(text)).toEqual(['sehir']);
    expect(await find('ışık', viewer)).toEqual(['isik', 'forbidden']);
    expect(await find('lights')).toEqual([]);
    const [hit] = (await server.as<SvcMenuHitModel[]>(plain, 'POST', '/menu-items/search', { text: 'büyük' })).body;
    expect([hit?.appName, hit?.breadcrumbList, hit?.node.path]).toEqual(['finding', ['Bulma', 'Lights'], '/sehir']);
  });

  it('system-menu 19: search puts names that begin so first, then words, parts, keywords and paths', async () => {
    const app = await makeApp(server, 'ranking');
    const items = [
      ['by-path', { displayName: 'E', path: '/zebra' }],
      ['by-keyword', { displayName: 'D', keywordList: ['zebra'] }],
      ['by-part', { displayName: 'A quzebra' }],
      ['by-word', { displayName: 'Grey zebra' }],
      ['by-name', { displayName: 'Zebra crossing' }],
    ] as const;
    for (const [name, model] of items) await makeItem(server, { appNameUuid: app.uuid }, name, model);
    expect(await find('zebra')).toEqual(['by-name', 'by-word', 'by-part', 'by-keyword', 'by-path']);
    expect(await find('zebra', plain, { limit: 2 })).toEqual(['by-name', 'by-word']);
  });

  it.each(['', '   ', 'a'.repeat(101)])('search refuses %j', async (text) => expect(await find(text)).toEqual(['400']));
});
