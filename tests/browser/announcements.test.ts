// Shows announcements to people in a real browser; runs only where there is one.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hostileContents } from '../../apps/server/src/modules/notification-polling/content/hostile-content.fixture.ts';
import { createPerson, type Person, signInAdmin } from '../support/people.ts';
import {
  makeDataDirectory,
  removeDataDirectory,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';
import { browserProgram, callInPage, type HeardInPage, heardIn, openBrowser, pageOf } from './chromium.ts';

const TOLD = ['ready', 'announcement', 'announcement-removed', 'unread', 'resync'];
/** A browser waits between 2 and 10 s before it comes back. */
const COME_BACK_MS = 30_000;
/** What an image, a frame or a toggle runs, it runs within this time. */
const SETTLE_MS = 300;
const TAGS = 'p br hr b strong i em u s code pre a img ul ol li table thead tbody tr th td'.split(' ');
const ATTRIBUTES = ['href', 'src', 'alt', 'title', 'rel'];

const listen = (page: Page): Promise<void> => callInPage(page, 'listen', '/polling/stream', TOLD);
const ranOf = (page: Page, contents: readonly string[]): Promise<number> =>
  callInPage(page, 'countScriptsOf', contents, SETTLE_MS);

describe.skipIf(browserProgram === undefined)('announcements in a browser', () => {
  let directory: string;
  let server: ServerProcess;
  let admin: Person;
  let browser: Browser;

  beforeAll(async () => {
    directory = makeDataDirectory();
    server = await startServerProcess({ directory });
    admin = await signInAdmin(server.url);
    browser = await openBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    removeDataDirectory(directory);
  });

  const send = async (body: Parameters<typeof admin.sure.notificationPolling.send>[0]['body']) =>
    (await admin.sure.notificationPolling.send({ body })).body;
  const untilHeard = async (page: Page, fits: (heard: HeardInPage) => boolean, timeout = 5_000) => {
    const found = async () => (await heardIn(page)).findLast(fits);
    await vi.waitFor(async () => expect(await found()).toBeDefined(), { timeout, interval: 20 });
    return (await found())!;
  };

  it('notification-polling 25: what is shown of hostile content runs nothing and leads nowhere in disguise, in all three types', async () => {
    const page = await pageOf(browser, server.url, admin);
    // As written they do run scripts in this browser, or the test would prove nothing.
    expect(await ranOf(page, hostileContents)).toBeGreaterThan(3);
    for (const contentType of ['TEXT', 'MARKDOWN', 'HTML'] as const) {
      const shown: string[] = [];
      for (const sample of hostileContents) {
        shown.push((await send({ title: 'Hostile', contentType, content: `words and ${sample}` })).contentHtml!);
      }
      expect(await ranOf(page, shown), contentType).toBe(0);
      expect(await callInPage(page, 'findSuspects', shown, TAGS, ATTRIBUTES), contentType).toEqual([]);
    }
  }, 60_000);

  it('notification-polling 36: one person publishes, the count of the other moves, and read-all by what he saw leaves the newer one unread', async () => {
    const sender = await createPerson(admin, server.url, 'paula', ['ROLE_TENANT_ADMIN']);
    const reader = await createPerson(admin, server.url, 'ravi');
    const [hers, his] = [await pageOf(browser, server.url, sender), await pageOf(browser, server.url, reader)];
    await listen(his);
    const before = Number((await untilHeard(his, ({ event }) => event === 'ready')).data.unread);
    const publish = (title: string) =>
      callInPage(hers, 'post', '/polling/announcement/send', { title, content: 'Of a page.' });
    await publish('First');
    const seen = await untilHeard(his, ({ event, data }) => event === 'unread' && data.total === before + 1);
    await publish('Second');
    await untilHeard(his, ({ event, data }) => event === 'unread' && data.total === before + 2);
    expect(await callInPage(his, 'post', '/polling/announcement/read-all', { asOf: seen.data.asOf })).toBe(1);
    await untilHeard(his, ({ event, data }) => event === 'unread' && data.total === 1);
  }, 60_000);

  it('notification-polling 39: a browser that the server was taken from comes back by itself, hears what it missed and nothing twice', async () => {
    const person = await createPerson(admin, server.url, 'ines');
    const page = await pageOf(browser, server.url, person);
    await listen(page);
    await untilHeard(page, ({ event }) => event === 'ready');
    const first = await send({ title: 'Before', content: 'While it listens.' });
    await untilHeard(page, ({ data }) => data.uuid === first.uuid);
    const address = new URL(server.url).host;
    await server.stop();
    server = await startServerProcess({ directory, environment: { KEELSON_LISTEN: address } });
    const second = await send({ title: 'Meanwhile', content: 'Before it is back.' });
    await untilHeard(page, ({ data }) => data.uuid === second.uuid, COME_BACK_MS);
    const third = await send({ title: 'After', content: 'It is back.' });
    await untilHeard(page, ({ data }) => data.uuid === third.uuid);
    const heard = await heardIn(page);
    const told = heard.filter(({ event }) => event === 'announcement').map(({ data }) => data.uuid);
    expect(told).toEqual([first.uuid, second.uuid, third.uuid]);
    expect(heard.filter(({ event }) => event === 'ready')).toHaveLength(2);
    expect(heard.filter(({ event }) => event === 'resync')).toEqual([]);
  }, 90_000);
});
