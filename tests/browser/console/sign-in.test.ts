// Signs in to the console in a real browser; runs only where there is one.
import { expect, it } from 'vitest';
import { PERSON_PASSWORD } from '../../support/people.ts';
import {
  ADMIN_PASSWORD,
  makeDataDirectory,
  removeDataDirectory,
  startServerProcess,
} from '../../support/server-process.ts';
import { fillSignIn, openPage } from './console-page.ts';
import { describeConsole } from './console-site.ts';

describeConsole('the sign-in of the console', (site) => {
  it('console 1: whoever opens the address is asked to sign in and lands on the page that was asked for', async () => {
    const { page, faults, close } = await site.openPage();
    await page.goto(`${site.url}/`);
    await page.waitForURL(/\/sign-in\?next=[%\w]*%2Fplatform$/);
    await fillSignIn(page, 'admin', 'not the password');
    await page.getByRole('alert').getByText('The username or the password is wrong.').waitFor();
    await fillSignIn(page, 'admin', ADMIN_PASSWORD);
    await page.waitForURL('**/platform');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('console 3: no script of a page can read the token', async () => {
    const { page, close } = await site.openAs('');
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
      const { page, faults, close } = await site.openPage();
      await page.goto(`${site.url}/sign-in?next=${encodeURIComponent(next)}`);
      await fillSignIn(page, 'admin', ADMIN_PASSWORD);
      await page.waitForURL(`${site.url}/platform`);
      expect([page.url(), faults], next).toEqual([`${site.url}/platform`, []]);
      await close();
    }
  });

  it('console 5: signing out in one tab ends the others', async () => {
    const { page, close } = await site.openAs('');
    const other = await page.context().newPage();
    await other.goto(`${site.url}/platform`);
    await other.getByRole('heading', { name: 'Home' }).waitFor();
    await page.getByRole('button', { name: 'Signed in as admin' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await Promise.all([page.waitForURL('**/sign-in?**'), other.waitForURL('**/sign-in?**')]);
    await close();
  });

  it('console 4: a session that was closed elsewhere is signed in again in a dialog, and the same person goes on', async () => {
    const person = await site.createPerson('greta');
    const { page, close } = await site.openAs('', person.username, PERSON_PASSWORD);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.getByRole('button', { name: 'Signed in as greta' }).click();
    await site.admin.sure.session.closeAll2({ params: { username: person.username } });
    // The stream of the inbox may have asked to sign in already, in a dialog above the menu.
    await page.getByRole('menuitem', { name: 'Türkçe' }).dispatchEvent('click');
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
    const { page, close } = await openPage(site.browser, plain.url);
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
