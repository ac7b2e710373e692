// Signs in to the console in a real browser; runs only where there is one.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, PERSON_PASSWORD, type Person, signInAdmin } from '../../support/people.ts';
import {
  ADMIN_PASSWORD,
  makeDataDirectory,
  removeDataDirectory,
  type ServerProcess,
  startServerProcess,
} from '../../support/server-process.ts';
import { browserProgram, openBrowser } from '../chromium.ts';
import { fillSignIn, openAs, openPage, startConsole } from './console-page.ts';

const BROWSER_TIMEOUT_MS = 60_000;

describe.skipIf(browserProgram === undefined)('the sign-in of the console', { timeout: BROWSER_TIMEOUT_MS }, () => {
  let directory: string;
  let server: ServerProcess;
  let admin: Person;
  let browser: Browser;

  beforeAll(async () => {
    directory = makeDataDirectory();
    server = await startConsole(directory);
    admin = await signInAdmin(server.url);
    browser = await openBrowser();
  }, BROWSER_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    removeDataDirectory(directory);
  });

  it('console 1: whoever opens the address is asked to sign in and lands on the page that was asked for', async () => {
    const { page, faults, close } = await openPage(browser, server.url);
    await page.goto(server.url);
    await page.waitForURL('**/sign-in?next=%2Fplatform');
    await fillSignIn(page, 'admin', 'not the password');
    await page.getByRole('alert').getByText('The username or the password is wrong.').waitFor();
    await fillSignIn(page, 'admin', ADMIN_PASSWORD);
    await page.waitForURL('**/platform');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('console 3: no script of a page can read the token', async () => {
    const { page, close } = await openAs(browser, server.url, '');
    const held = await page.evaluate(
      '[document.cookie, JSON.stringify({ ...localStorage, ...sessionStorage })].join()',
    );
    expect(held).not.toMatch(/svc_/);
    const cookies = await page.context().cookies();
    expect(cookies.find(({ value }) => value.startsWith('svc_'))).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    await close();
  });

  it('console 2: a sign-in never leads to another site, whatever its address says', async () => {
    for (const next of ['https://evil.example/platform', '//evil.example/platform', '/auth/logout', '/platformer']) {
      const { page, faults, close } = await openPage(browser, server.url);
      await page.goto(`${server.url}/sign-in?next=${encodeURIComponent(next)}`);
      await fillSignIn(page, 'admin', ADMIN_PASSWORD);
      await page.waitForURL((address) => address.pathname === '/platform');
      expect([new URL(page.url()).origin, faults], next).toEqual([server.url, []]);
      await close();
    }
  });

  it('console 5: signing out in one tab ends the others', async () => {
    const { page, close } = await openAs(browser, server.url, '');
    const other = await page.context().newPage();
    await other.goto(`${server.url}/platform`);
    await other.getByRole('heading', { name: 'Home' }).waitFor();
    await page.getByRole('button', { name: 'Signed in as admin' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await Promise.all([page.waitForURL('**/sign-in?**'), other.waitForURL('**/sign-in?**')]);
    await close();
  });

  it('console 4: a session that was closed elsewhere is signed in again in a dialog, and the same person goes on', async () => {
    const person = await createPerson(admin, server.url, 'greta');
    const { page, close } = await openAs(browser, server.url, '', person.username, PERSON_PASSWORD);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await admin.sure.session.closeAll2({ params: { username: person.username } });
    await page.getByRole('button', { name: 'Signed in as greta' }).click();
    await page.getByRole('menuitem', { name: 'Türkçe' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Parola', { exact: true }).fill(PERSON_PASSWORD);
    await dialog.getByRole('button', { name: 'Oturum aç', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'Ana sayfa' }).waitFor();
    await close();
  });

  it('console 32: a server whose console is off leads to the readable interface and serves no page', async () => {
    const place = makeDataDirectory();
    const plain = await startServerProcess({ directory: place, environment: { KEELSON_CONSOLE: 'off' } });
    const { page, close } = await openPage(browser, plain.url);
    await page.goto(plain.url);
    expect(new URL(page.url()).pathname).toBe('/docs');
    for (const path of ['/platform', '/sign-in', '/console-assets/index.js']) {
      expect((await fetch(plain.url + path, { headers: { accept: 'text/html' } })).status, path).toBe(404);
    }
    await close();
    await plain.stop();
    removeDataDirectory(place);
  });
});
