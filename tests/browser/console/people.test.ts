// Administers people, roles, keys and settings in a real browser; runs only where there is one.
import { expect, it } from 'vitest';
import { PERSON_PASSWORD } from '../../support/people.ts';
import { DIALOG, faultsOfLooks } from './accessibility.ts';
import { fillSignIn } from './console-page.ts';
import { describeConsole } from './console-site.ts';

describeConsole('people in the console', (site) => {
  it('console 33: a new user gets a link, chooses a password by it and signs in', async () => {
    const { page, faults, close } = await site.openAs('/users');
    await page.getByRole('link', { name: 'New user' }).click();
    await page.getByLabel('Username').fill('grace');
    await page.getByRole('combobox', { name: 'Roles' }).fill('Tenant');
    await page.getByRole('option', { name: /ROLE_TENANT_ADMIN/ }).click();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Create the user' }).click();
    const link = await page.locator('.k-secret').innerText();
    expect([link.includes('#token='), faults]).toEqual([true, []]);
    await close();

    const hers = await site.openPage();
    await hers.page.goto(link);
    await hers.page.getByLabel('New password').fill(PERSON_PASSWORD);
    await hers.page.getByRole('button', { name: 'Set the password' }).click();
    await hers.page.getByRole('link', { name: 'Go to the start page' }).click();
    await fillSignIn(hers.page, 'grace', PERSON_PASSWORD);
    await hers.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await hers.page.getByRole('link', { name: 'Users' }).waitFor();
    expect(hers.faults).toEqual([]);
    await hers.close();
  });

  it('console 17: whoever saves over a newer version sees both side by side, and either choice loses nothing', async () => {
    const { body } = await site.admin.sure.authentication.createUser({
      body: { username: 'henry', displayName: 'Henry' },
    });
    const { uuid, version } = body;
    const { page, close } = await site.openAs(`/users/${uuid}`);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine');
    await site.admin.sure.authentication.updateUser({ body: { uuid, version, displayName: 'Theirs', phone: '12' } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this meanwhile.' });
    await conflict.getByText('Saved by admin,').waitFor();
    await conflict.getByRole('row', { name: 'Name Theirs Mine' }).waitFor();
    await conflict.getByRole('button', { name: 'Put mine on top' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
    const after = await site.admin.sure.authentication.getUser({ params: { uuid } });
    expect(after.body.displayName).toBe('Mine');
    await close();
  });

  it('console 5: an act that needs a fresh sign-in asks for the password once and is then done once', async () => {
    const { page, close } = await site.openAs('/api-keys');
    let asked = 0;
    await page.route('**/api-keys', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      asked += 1;
      if (asked > 1) return route.continue();
      const errorDetail = { errorCode: 'REAUTHENTICATION_REQUIRED', errorMessage: '', errorArguments: [], uuid: '' };
      return route.fulfill({ status: 403, json: { body: null, errorDetail } });
    });
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('billing');
    await page.getByRole('combobox', { name: 'Authorities' }).fill('SESSION_VIEW');
    await page.getByRole('option').first().click();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Create the key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Please confirm that it is you' });
    await dialog.waitFor();
    expect(await faultsOfLooks(page, DIALOG)).toEqual([]);
    await dialog.getByLabel('Password', { exact: true }).fill('seven quiet otters under one bridge');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    expect(await page.locator('.k-secret').innerText()).toMatch(/^svc_key_/);
    const { body } = await site.admin.sure.authentication.queryApiKeyPage({ body: { searchText: 'billing' } });
    expect([asked, body.totalElements]).toEqual([2, 1]);
    await close();
  });

  it('console 18: a setting is changed with a reason, a refused value shows its bound, and the earlier value comes back', async () => {
    const code = 'session.idle-timeout';
    const { page, faults, close } = await site.openAs(`/settings/${code}`);
    const value = page.getByRole('textbox', { name: 'Value' });
    const effective = async () => (await site.admin.sure.systemSetting.getEffective({ params: { code } })).body.value;
    const before = await effective();
    await value.fill('25');
    await page.getByRole('textbox', { name: 'Why' }).fill('Shorter breaks.');
    await page.getByRole('button', { name: 'Set the value' }).click();
    await page.getByRole('cell', { name: 'Shorter breaks.' }).waitFor();
    expect(await effective()).toBe(25);
    await value.fill('100000');
    await page.getByRole('button', { name: 'Set the value' }).click();
    await page.getByText(/1440/).nth(1).waitFor();
    await page
      .getByRole('button', { name: 'Start over' })
      .or(page.getByRole('button', { name: 'Put this back' }))
      .last()
      .click();
    await page.getByRole('status').getByText('The earlier value holds again.').waitFor();
    expect([await effective(), faults]).toEqual([before, []]);
    await close();
  });

  it('console 6: somebody who holds nothing but the usual role sees no page of administration', async () => {
    const person = await site.createPerson('ines');
    const { page, close } = await site.openAs('', person.username, PERSON_PASSWORD);
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Tasks' }).waitFor();
    for (const name of ['Users', 'Roles', 'API keys', 'Tenants', 'Sessions', 'Failures']) {
      expect(await page.getByRole('link', { name, exact: true }).count(), name).toBe(0);
    }
    await close();
  });
});
