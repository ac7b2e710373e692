import { expect, it } from 'vitest';
import { PERSON_PASSWORD } from '../../support/people.ts';
import { describeConsole } from './console-site.ts';

describeConsole('keys in the console', (site) => {
  it('console 27: keys lead to pages, to a page by its name, to the rows of a list and to the list of themselves', async () => {
    await site.admin.sure.authentication.createUser({ body: { username: 'zoe' } });
    const { page, faults, close } = await site.openAs('');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.getByRole('row', { name: 'Users' }).waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });

    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await page.getByRole('link', { name: 'zoe' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'admin' }).waitFor();

    await page.keyboard.press('/');
    const search = page.getByRole('dialog', { name: 'Search for a page' });
    await search.getByLabel('Name of a page').fill('sett');
    await search.getByRole('link', { name: 'Settings' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('console 27: no key does anything while somebody types, and none leads where the person may not go', async () => {
    await site.createPerson('typist');
    const { page, close } = await site.openAs('/account', 'typist', PERSON_PASSWORD);
    const field = page.getByLabel('Telephone');
    await field.pressSequentially('/gt?');
    expect([await field.inputValue(), await page.getByRole('dialog').count()]).toEqual(['/gt?', 0]);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.getByRole('row', { name: 'Your account' }).waitFor();
    expect(await help.getByRole('row', { name: 'Users' }).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/platform/account');
    await close();
  });
});
