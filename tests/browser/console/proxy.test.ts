// Reaches the console through a proxy that ends TLS and serves it below a path of its own, in a real browser.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enrol } from '../../acceptance/authentication/enrolled.ts';
import { PERSON_PASSWORD } from '../../support/people.ts';
import {
  ADMIN_PASSWORD,
  makeDataDirectory,
  removeDataDirectory,
  type ServerProcess,
} from '../../support/server-process.ts';
import { fillSignIn, startConsole } from './console-page.ts';
import { BROWSER_TIMEOUT_MS, describeConsole } from './console-site.ts';
import { openDecision, prepareLeaveRequests, startLeaveRequest, takeAndDecide } from './leave-request.ts';

const PREFIX = '/tools/keelson';
/** A proxy that holds back a stream holds it back until its next beat. */
const AT_ONCE_MS = 5_000;

describeConsole(
  'behind a proxy below a path',
  (site) => {
    beforeAll(async () => {
      await prepareLeaveRequests(site);
    }, BROWSER_TIMEOUT_MS);
    afterAll(() => {
      const { asked } = site.proxy!;
      // Each test has looked at the pages alone; workers and what a browser asks by itself are seen here.
      expect(asked.filter((path) => path !== PREFIX && !path.startsWith(`${PREFIX}/`))).toEqual([]);
      for (const path of ['/auth/login', '/polling/stream', '/console-assets/', '/auth/activate', '/docs/'])
        expect(
          asked.some((one) => one.startsWith(PREFIX + path)),
          path,
        ).toBe(true);
    });

    const mailedLink = async (address: string, template: string): Promise<string> => {
      const { content } = await site.mailbox.newest(address, template);
      const links = [...content.matchAll(/https?:\/\/[^\s"<>]+/g)].map(([link]) => link);
      expect(links.filter((link) => !link.startsWith(`${site.url}/`))).toEqual([]);
      return links.find((link) => link.includes('#token='))!;
    };

    it('console 25: the link of the first start sets the password and leads to the sign-in and home', async () => {
      const directory = makeDataDirectory();
      let first: ServerProcess | undefined;
      try {
        first = await startConsole({
          directory,
          environment: {
            KEELSON_ADMIN_PASSWORD: '',
            KEELSON_PUBLIC_URL: site.url,
            KEELSON_TRUSTED_PROXIES: '127.0.0.1',
          },
        });
        site.proxy!.leadTo(first.url);
        const link = first.logLines.join('\n').match(/https:\S*#token=[\w-]+/)![0];
        expect(link.startsWith(`${site.url}/`)).toBe(true);
        const { page, faults, close } = await site.openPage();
        await page.goto(link);
        await page.getByLabel('New password').fill(ADMIN_PASSWORD);
        await page.getByRole('button', { name: 'Set the password' }).click();
        await page.getByRole('link', { name: 'Go to the start page' }).click();
        await page.waitForURL(`${site.url}/sign-in?**`);
        await fillSignIn(page, 'admin', ADMIN_PASSWORD);
        await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
        expect([page.url(), faults]).toEqual([`${site.url}/platform`, []]);
        await close();
      } finally {
        site.proxy!.leadTo(site.serverUrl);
        await first?.stop();
        removeDataDirectory(directory);
      }
    });

    it('console 25: a wrong password is refused, the right one and a code of an app sign in, and signing out leads back', async () => {
      const { authenticator } = await enrol({ url: site.serverUrl, somebody: () => site.createPerson('tina') });
      const { page, faults, close } = await site.openPage();
      await page.goto(site.url);
      await page.waitForURL(`${site.url}/sign-in?next=${encodeURIComponent(`${PREFIX}/platform`)}`);
      await fillSignIn(page, 'tina', 'not the password');
      await page.getByRole('alert').getByText('The username or the password is wrong.').waitFor();
      await fillSignIn(page, 'tina', PERSON_PASSWORD);
      await page.getByLabel('Code', { exact: true }).fill(await authenticator.code());
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
      const [cookie] = (await page.context().cookies()).filter(({ value }) => value.startsWith('svc_'));
      expect(cookie).toMatchObject({ httpOnly: true, secure: true });
      await page.getByRole('button', { name: 'Signed in as tina' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.waitForURL(`${site.url}/sign-in?**`);
      expect(faults).toEqual([]);
      await close();
    });

    it('console 25: a request is started, decided and seen at its next step, and its diagram is drawn', async () => {
      const hers = await site.openAs('/start', 'ada', PERSON_PASSWORD);
      await startLeaveRequest(hers.page, 'LEAVE-25');
      const his = await site.openAs('/tasks', 'max', PERSON_PASSWORD);
      await openDecision(his.page, 'LEAVE-25');
      await takeAndDecide(his.page);
      await hers.page.reload();
      await hers.page.locator('.bjs-powered-by').waitFor();
      const elements = hers.page.getByRole('list', { name: 'Elements' });
      await elements.getByRole('listitem').first().waitFor();
      expect(await elements.innerText()).not.toContain('Decide on');
      expect([hers.faults, his.faults]).toEqual([[], []]);
      await Promise.all([hers.close(), his.close()]);
    });

    it('console 25: what somebody is told is counted at once over a stream, and shown in its frame', async () => {
      // Whoever signs in for the first time is not told of a new device.
      const reader = await site.createPerson('rosa');
      const { page, faults, close } = await site.openAs('/inbox', reader.username, PERSON_PASSWORD);
      const bell = (words: string) => page.getByRole('banner').getByRole('link', { name: words, exact: true });
      await bell('Inbox').waitFor();
      await site.admin.sure.notificationPolling.send({ body: { title: 'Rules', content: 'New ones.' } });
      await bell('Inbox, 1 unread').waitFor({ timeout: AT_ONCE_MS });
      await page.getByRole('button', { name: 'Rules unread' }).click();
      await page.frameLocator('iframe[title="Rules"]').getByText('New ones.').waitFor();
      expect(faults).toEqual([]);
      await close();
    });

    it('console 25: the links of mails lead below the path: an invitation and a forgotten password', async () => {
      const address = 'ines@mail.example';
      await site.admin.sure.authentication.createUser({ body: { username: 'ines', email: address } });
      const { page, faults, close } = await site.openPage();
      await page.goto(await mailedLink(address, 'auth.activation'));
      await page.getByLabel('New password').fill(PERSON_PASSWORD);
      await page.getByRole('button', { name: 'Set the password' }).click();
      await page.getByRole('link', { name: 'Go to the start page' }).click();
      await page.getByRole('button', { name: 'Forgot your password?' }).click();
      await page.getByLabel('Username').fill('ines');
      await page.getByRole('button', { name: 'Send the link' }).click();
      await page.getByText('a link is on its way').waitFor();
      await page.goto(await mailedLink(address, 'auth.password-reset'));
      await page.getByLabel('New password').fill(`${PERSON_PASSWORD} again`);
      await page.getByRole('button', { name: 'Set the new password' }).click();
      await page.getByRole('link', { name: 'Go to the start page' }).click();
      await fillSignIn(page, 'ines', `${PERSON_PASSWORD} again`);
      await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
      expect(faults).toEqual([]);
      await close();
    });

    it('console 25: the reference of the interface, and the page of a link that leads nowhere, stay below the path', async () => {
      const { page, faults, close } = await site.openPage();
      await page.goto(`${site.url}/docs`);
      await page.locator('.opblock').first().waitFor();
      await page.goto(`${site.url}/nowhere`);
      const home = page.getByRole('link');
      expect(await home.evaluate((link) => (link as unknown as { href: string }).href)).toBe(`${site.url}/`);
      expect(faults).toEqual([]);
      await close();
    });
  },
  { prefix: PREFIX },
);
