// Administers many users, deleted ones and acting as one in a real browser; runs only where KEELSON_BROWSER names one.
import { expect, it } from 'vitest';
import { describeConsole } from './console-site.ts';

describeConsole('users in the console', (site) => {
  const countOf = async (usernameLike: string): Promise<number> =>
    (await site.admin.sure.authentication.queryUserPage({ body: { usernameLike } })).body.totalElements;

  it('console 39: a file of people is checked, told every mistake by its line, and then made as a whole', async () => {
    const { page, faults, close } = await site.openAs('/users');
    await page.getByRole('button', { name: 'Import users' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import users' });
    const text = dialog.getByRole('textbox', { name: 'Or the text itself' });
    await text.fill('username;displayName;roleList\nfile-a;Anna;ROLE_NOWHERE\nADMIN;Berta;\n');
    await dialog.getByRole('button', { name: 'Check', exact: true }).click();
    const wrong = dialog.getByRole('alert');
    await wrong.getByText(/^1\. roleList/).waitFor();
    await wrong.getByText(/^2\. username/).waitFor();
    expect(await dialog.getByRole('button', { name: /^Make/ }).count()).toBe(0);
    await text.fill('username;displayName\nfile-a;Anna\nfile-b;Berta\n');
    await dialog.getByRole('button', { name: 'Check', exact: true }).click();
    await dialog.getByText('2 users can be made.').waitFor();
    expect(await countOf('file-')).toBe(0);
    await dialog.getByRole('button', { name: 'Make 2 users' }).click();
    await page.getByText('Users that were made: 2.').waitFor();
    await page.getByRole('link', { name: 'file-b' }).waitFor();
    expect([await countOf('file-'), faults]).toEqual([2, []]);
    await close();
  });

  it('console 39: several users are deactivated at once, who is refused is named, and a deleted one is restored', async () => {
    const made = ['many-a', 'many-b', 'many-gone'].map(async (username) => {
      const { body } = await site.admin.sure.authentication.createUser({ body: { username } });
      return body.uuid;
    });
    const [first, , gone] = await Promise.all(made);
    await site.admin.sure.authentication.deleteUser({ params: { uuid: gone! } });
    const { page, faults, close } = await site.openAs('/users');
    for (const name of ['admin', 'many-a', 'many-b'])
      await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
    const bar = page.getByRole('group', { name: 'Chosen: 3' });
    await bar.getByRole('button', { name: 'Deactivate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deactivate' });
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual(['admin', 'many-a', 'many-b']);
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('Done for 2.').waitFor();
    await page
      .getByRole('alert')
      .getByText(/^admin: /)
      .waitFor();
    expect((await site.admin.sure.authentication.getUser({ params: { uuid: first! } })).body.enabled).toBe(false);

    await page.getByLabel('State', { exact: true }).selectOption({ label: 'Deleted' });
    await page.getByRole('row', { name: 'many-gone' }).getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByText('The user is back.').waitFor();
    const back = await site.admin.sure.authentication.getUser({ params: { uuid: gone! } });
    expect([back.body.enabled, faults]).toEqual([false, []]);
    await close();
  });

  it('console 40: who acts as a user does so in every tab, under a banner, and signs in anew afterwards', async () => {
    await site.createPerson('customer');
    const { body } = await site.admin.sure.authentication.getUserByUsername({ params: { username: 'customer' } });
    const { page, faults, close } = await site.openAs(`/users/${body.uuid}`);
    const other = await page.context().newPage();
    await other.goto(`${site.url}/platform/users`);
    await other.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await page.getByRole('button', { name: 'Act as this user' }).click();
    await page.getByRole('dialog').getByLabel('Why').fill('Case 4711');
    await page.getByRole('button', { name: 'Begin' }).click();
    for (const tab of [page, other]) {
      await tab.getByText('admin acts as customer. Everything is recorded.').waitFor();
      await tab.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    }
    const held = await page.evaluate(
      '[document.cookie, JSON.stringify({ ...localStorage, ...sessionStorage })].join()',
    );
    expect(held).not.toMatch(/svc_/);
    await page.getByRole('button', { name: 'Stop, and sign in as yourself' }).click();
    await Promise.all([page.waitForURL('**/sign-in?**'), other.waitForURL('**/sign-in?**')]);
    expect(faults).toEqual([]);
    await close();
  });
});
