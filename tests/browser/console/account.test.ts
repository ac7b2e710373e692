// Looks after the own account in a real browser: second factors, what failed, what is wished; runs only where KEELSON_BROWSER names one.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createAuthenticator } from '../../support/authenticator.ts';
import { PERSON_PASSWORD } from '../../support/people.ts';
import { fillSignIn } from './console-page.ts';
import { describeConsole } from './console-site.ts';

describeConsole('the own account in the console', (site) => {
  const signOut = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('button', { name: `Signed in as ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  };

  it('console 37: an app is added by its first code, recovery codes are shown once, and the next sign-ins ask for either', async () => {
    await site.createPerson('tina');
    const { page, faults, close } = await site.openAs('/account', 'tina', PERSON_PASSWORD);
    await page.getByRole('tab', { name: 'Signing in' }).click();
    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of the app or telephone').fill('My telephone');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('img', { name: 'QR code' }).waitFor();
    const app = createAuthenticator(await dialog.locator('.k-secret').innerText());
    await dialog.getByLabel('Code', { exact: true }).fill(await app.code());
    await dialog.getByRole('button', { name: 'Add the app' }).click();
    await page.getByText('My telephone').waitFor();
    const codes = await page
      .getByRole('list', { name: 'Keep your recovery codes' })
      .getByRole('listitem')
      .allInnerTexts();
    expect(codes).toHaveLength(10);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('10 recovery codes are left.').waitFor();
    expect(await page.getByText(codes[0]!).count()).toBe(0);

    await signOut(page, 'tina');
    await fillSignIn(page, 'tina', PERSON_PASSWORD);
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Code', { exact: true }).fill(await app.code());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(({ href }) => href.startsWith(`${site.url}/platform`));

    await signOut(page, 'tina');
    await fillSignIn(page, 'tina', PERSON_PASSWORD);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Code', { exact: true }).fill(codes[0]!);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(({ href }) => href.startsWith(`${site.url}/platform`));
    await page.goto(`${site.url}/platform/account?part=security`);
    await page.getByText('9 recovery codes are left.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('console 38: attempts that failed since the last sign-in are reported after the next one and stand among the own events', async () => {
    await site.createPerson('felix');
    const { page, faults, close } = await site.openPage();
    await page.goto(`${site.url}/sign-in`);
    await fillSignIn(page, 'felix', 'not the password');
    await page.getByRole('alert').getByText('The username or the password is wrong.').waitFor();
    await fillSignIn(page, 'felix', PERSON_PASSWORD);
    await page.getByRole('alert').getByText('failed since then: 1. You signed in last on').waitFor();
    await page.getByRole('link', { name: 'Look at what happened' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Failed attempt' }).first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    expect([await page.getByRole('alert').count(), faults]).toEqual([0, []]);
    await close();
  });

  it('console 38: a device is forgotten, and wishes about mails and the inbox are kept', async () => {
    const greta = await site.createPerson('greta');
    const { page, faults, close } = await site.openAs('/account?part=security', 'greta', PERSON_PASSWORD);
    await page.getByRole('button', { name: 'Forget it' }).first().click();
    await page.getByText('The device is forgotten.').waitFor();
    expect((await greta.sure.authentication.listDevices()).body).toHaveLength(1);
    await page.getByRole('tab', { name: 'Messages and settings' }).click();
    await page.getByRole('combobox', { name: 'Categories that you do not want' }).fill('news');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('combobox', { name: 'Not counted', exact: true }).click();
    await page.getByRole('option', { name: 'Release' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save' }).last().click();
    await page.getByText('Saved.').waitFor();
    expect((await greta.sure.mailNotification.getPreference()).body).toEqual([
      { category: 'news', group: null, enabled: false },
    ]);
    expect((await greta.sure.notificationPolling.getPreference()).body.mutedTypeList).toEqual(['RELEASE']);
    expect(faults).toEqual([]);
    await close();
  });
});
