// Tells people something and looks at their inbox in a real browser: in several tabs, and with content that means harm.
import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { hostileContents } from '../../../apps/server/src/modules/notification-polling/content/hostile-content.fixture.ts';
import { doneWithin, plainRequest } from '../../../apps/server/src/testing/stretched-bar.ts';
import { PERSON_PASSWORD } from '../../support/people.ts';
import { callInPage, pageOf } from '../chromium.ts';
import { describeConsole } from './console-site.ts';

/** What an image, a frame or a toggle runs, it runs within this time. */
const SETTLE_MS = 300;
/** What a stream tells has made the lists stale within this time. */
const REFRESH_MS = 1_500;
/** A tab comes back within this time after the server is there again. */
const COME_BACK_MS = 30_000;

describeConsole('the inbox', (site) => {
  const announce = (title: string) =>
    site.admin.sure.notificationPolling.send({ body: { title, content: `${title}.` } });
  const bellSays = (pages: readonly Page[], words: string, timeout?: number) =>
    Promise.all(
      pages.map((page) =>
        page
          .getByRole('banner')
          .getByRole('link', { name: words, exact: true })
          .waitFor(timeout === undefined ? {} : { timeout }),
      ),
    );
  const openStreams = async (): Promise<number> => {
    const text = await (await fetch(`${site.serverUrl}/metrics`)).text();
    return Number(/^\w*streams_open\S* (\d+)/m.exec(text)?.[1]);
  };

  it('console 22: what is told while the list is read for the first time is in it', async () => {
    const reader = await site.createPerson('rena');
    const { page, close } = await site.openAs('/account', reader.username, PERSON_PASSWORD);
    const read = Promise.withResolvers<void>();
    const letGo = Promise.withResolvers<void>();
    let reads = 0;
    await page.route('**/polling/announcement/page', async (route) => {
      reads += 1;
      if (reads > 1) return route.continue();
      const answer = await route.fetch();
      read.resolve();
      await letGo.promise;
      await route.fulfill({ response: answer });
    });
    await page.getByRole('banner').getByRole('link', { name: 'Inbox', exact: true }).click();
    await read.promise;
    const audience = { users: [reader.username] };
    const body = { title: 'Told meanwhile', content: 'Words.', audience };
    await site.admin.sure.notificationPolling.send({ body });
    await bellSays([page], 'Inbox, 1 unread');
    await page.waitForTimeout(REFRESH_MS);
    letGo.resolve();
    await page.getByRole('button', { name: 'Told meanwhile unread' }).waitFor();
    await close();
  });

  it('console 22: three tabs count what is told within a second over one stream, what is read in one is read in all, and a lost server takes nothing of it', async () => {
    const reader = await site.createPerson('ravi');
    const { page, faults, close } = await site.openAs('/inbox', reader.username, PERSON_PASSWORD);
    const others = [await page.context().newPage(), await page.context().newPage()];
    for (const other of others) await other.goto(`${site.url}/platform`);
    const tabs = [page, ...others];
    await bellSays(tabs, 'Inbox');
    await vi.waitFor(async () => expect(await openStreams()).toBe(1), { timeout: 10_000 });
    const asked = plainRequest(() => site.admin.sure.session.get());
    for (const [number, title] of ['One', 'Two', 'Three'].entries()) {
      await doneWithin(1_000, asked, async () => {
        await announce(title);
        await bellSays(tabs, `Inbox, ${number + 1} unread`);
      });
    }
    expect(await openStreams()).toBe(1);

    await page.getByRole('button', { name: 'Two unread' }).click();
    await page.frameLocator('iframe[title="Two"]').getByText('Two.').waitFor();
    await bellSays(tabs, 'Inbox, 2 unread');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await bellSays(tabs, 'Inbox');

    expect(faults).toEqual([]);
    await site.restart();
    await announce('Meanwhile');
    await announce('Before they are back');
    await bellSays(tabs, 'Inbox, 2 unread', COME_BACK_MS);
    await page.getByRole('button', { name: 'Meanwhile unread' }).waitFor();
    await close();
  });

  it('console 22: what has to be acknowledged stays unread until it is, is dismissed and archived, and a notification is deleted', async () => {
    const reader = await site.createPerson('ines');
    const { notificationPolling: polling } = site.admin.sure;
    const audience = { users: [reader.username] };
    const content = 'See the new rules.';
    await polling.send({ body: { title: 'Rules', content, audience, acknowledgementRequired: true } });
    await polling.sendNotification({ body: { users: [reader.username], title: 'Report', content } });
    const { page, faults, close } = await site.openAs('/inbox', reader.username, PERSON_PASSWORD);
    const card = page.locator('article', { has: page.getByText('Rules', { exact: true }) });
    await card.getByRole('button', { name: 'Rules unread' }).click();
    await page.frameLocator('iframe[title="Rules"]').getByText(content).waitFor();
    expect((await reader.sure.notificationPolling.getUnreadDetail()).body.acknowledgementsOpen).toBe(1);
    expect(await card.getByRole('button', { name: 'Archive' }).count()).toBe(0);
    await card.getByRole('button', { name: 'I have read and understood this' }).click();
    await card.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('It is dismissed.').waitFor();
    await card.getByRole('button', { name: 'Archive' }).click();
    await card.waitFor({ state: 'detached' });
    const { body } = await reader.sure.notificationPolling.queryPage({ body: { archived: true } });
    expect(body.data.map(({ title, acknowledged, dismissed }) => [title, acknowledged, dismissed])).toEqual([
      ['Rules', true, true],
    ]);
    await page.getByLabel('Kind').selectOption('notifications');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing matches.').waitFor();
    expect((await reader.sure.notificationPolling.queryNotifications()).body.totalElements).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('console 21: content that runs scripts elsewhere runs none in its frame, asks nobody for anything and leads nowhere', async () => {
    // As written they do run in this browser, or the test would prove nothing.
    const plain = await pageOf(site.browser, site.url, site.admin);
    expect(await callInPage(plain, 'countScriptsOf', hostileContents, SETTLE_MS)).toBeGreaterThan(3);
    const { page, faults, close } = await site.openAs('');
    await page.evaluate(`(() => {
      const frame = document.createElement('iframe');
      frame.sandbox = 'allow-scripts';
      frame.name = 'paper';
      frame.src = 'console-assets/paper.html';
      document.body.append(frame);
      return new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    })()`);
    const paper = page.frame({ name: 'paper' })!;
    await paper.evaluate('globalThis.ran = 0; globalThis.alert = () => { ran += 1; }');
    for (const html of [...hostileContents, '<meta http-equiv="refresh" content="0;url=https://evil.example/">seen']) {
      await page.evaluate(`frames.paper.postMessage({ html: ${JSON.stringify(html)}, look: '' }, '*')`);
      await paper.evaluate('for (const link of document.links) link.click()');
    }
    await page.waitForTimeout(SETTLE_MS);
    expect(await paper.evaluate('[ran, document.body.textContent, origin]')).toEqual([0, 'seen', 'null']);
    expect(faults).toEqual([]);
    await close();
  });
});
