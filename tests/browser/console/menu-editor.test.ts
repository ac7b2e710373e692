// Administers the menu in a real browser, by the pointer and by keys alone; runs only where there is one.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ADMIN_PASSWORD } from '../../support/server-process.ts';
import { lookAtDialogs } from './accessibility.ts';
import { beginByKeys, heading } from './by-keys.ts';
import { describeConsole } from './console-site.ts';

interface Node {
  readonly uuid: string;
  readonly displayName: string;
  readonly children?: readonly Node[];
}

describeConsole('the menu in the console', (site) => {
  /** Makes an application with four items, the last of them below the third. */
  const makeApp = async (name: string): Promise<string> => {
    const { body: app } = await site.admin.sure.systemMenu.appName_save({ body: { name, displayName: name } });
    const make = async (item: string, parentUuid: string | null): Promise<string> => {
      const body = {
        name: item,
        displayName: `Item ${item}`,
        appNameUuid: app.uuid!,
        parentUuid,
        path: `/${name}/${item}`,
      };
      return (await site.admin.sure.systemMenu.menuItem_save({ body })).body.uuid!;
    };
    await make('a', null);
    await make('b', null);
    const third = await make('c', null);
    await make('d', third);
    return app.uuid!;
  };
  const treeOf = async (appName: string): Promise<readonly Node[]> => {
    const { body } = await site.admin.sure.systemMenu.getTreeAll({ query: { appName } });
    return (body.appList[0]?.itemList ?? []) as unknown as readonly Node[];
  };
  const shape = (nodes: readonly Node[]): readonly string[] =>
    nodes.map(
      ({ displayName, children = [] }) => displayName.slice(-1) + (children.length === 0 ? '' : `(${shape(children)})`),
    );
  const row = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Items of the application' }).getByRole('button', { name });
  const moved = (page: Page) => page.getByText('It is moved.');

  it('console 19: an item that is dragged and one that is moved by keys alone stand in the same order', async () => {
    const dragged = await makeApp('dragged');
    const keyed = await makeApp('keyed');
    const { page, faults, close } = await site.openAs(`/menu?app=${dragged}`);
    // The middle of a row means below it, its upper edge before it.
    await row(page, 'Item b').dragTo(row(page, 'Item c'));
    await moved(page).waitFor();
    expect(shape(await treeOf('dragged'))).toEqual(['a', 'c(d,b)']);
    await row(page, 'Item d').dragTo(row(page, 'Item a'), { targetPosition: { x: 40, y: 2 } });
    await row(page, 'Item d').and(page.locator('.k-menu-tree > ul > li > button')).waitFor();
    expect(shape(await treeOf('dragged'))).toEqual(['d', 'a', 'c(b)']);

    await page.goto(`${site.url}/platform/menu?app=${keyed}`);
    const press = async (name: string): Promise<void> => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    const moveTo = async (item: string, below: string, place: string): Promise<void> => {
      await row(page, item).focus();
      await page.keyboard.press('Enter');
      await press('Move to …');
      const dialog = page.getByRole('dialog', { name: 'Move to …' });
      await dialog.getByLabel('Below').selectOption({ label: below });
      await dialog.getByLabel('Place').selectOption({ label: place });
      await press('Move it here');
      await dialog.waitFor({ state: 'hidden' });
    };
    await moveTo('Item b', 'keyed › Item c', 'After Item d');
    await moveTo('Item d', 'keyed', 'First');
    expect(shape(await treeOf('keyed'))).toEqual(shape(await treeOf('dragged')));
    await press('Move down');
    await page.locator('.k-menu-tree > ul > li:first-child').getByText('Item a').waitFor();
    expect(shape(await treeOf('keyed'))).toEqual(['a', 'd', 'c(b)']);
    expect(faults).toEqual([]);
    await close();
  });

  it('console 19: an inheriting item whose audience is saved unchanged goes on inheriting, and an own one goes back', async () => {
    await makeApp('heirs');
    const { uuid } = (await treeOf('heirs'))[0]!;
    const audience = async () => (await site.admin.sure.systemMenu.getByMenuItemUuid({ params: { uuid } })).body;
    const { page, close } = await site.openAs(`/menu?item=${uuid}`);
    const save = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Save who sees it' }).click();
      await page.getByText('Saved.').waitFor();
      await page.getByRole('button', { name: 'Close', exact: true }).click();
    };
    await save();
    expect(await audience()).toMatchObject({ inherited: true, uuid: null });
    await page.getByRole('radio', { name: 'Whoever holds certain roles or authorities' }).check();
    await page.getByRole('combobox', { name: 'Roles and authorities' }).fill('SESSION_VIEW');
    await page.keyboard.press('Enter');
    await save();
    expect(await audience()).toMatchObject({
      inherited: false,
      authorityList: [{ role: null, authority: 'SESSION_VIEW' }],
    });
    await page.getByRole('radio', { name: 'As it was shipped, or whoever sees what is above it' }).check();
    await save();
    expect(await audience()).toMatchObject({ inherited: true, uuid: null });
    await close();
  });

  it('console 36: a person learns why an item is not seen, and the menu is shown as that person sees it', async () => {
    const person = await site.createPerson('petra');
    await makeApp('closed');
    const { uuid } = (await treeOf('closed'))[0]!;
    const body = { menuItemUuid: uuid, authorityList: [{ authority: 'SESSION_VIEW' }], version: 0 };
    await site.admin.sure.systemMenu.menuAuthority_update({ body });
    const { page, faults, close } = await site.openAs(`/menu?item=${uuid}`);
    const choose = async (): Promise<void> => {
      await page.getByRole('combobox', { name: 'Person' }).fill(person.username);
      await page.getByRole('option', { name: person.username }).click();
    };
    await choose();
    await page.getByText('a asks for SESSION_VIEW.').waitFor();
    await page.getByRole('tab', { name: 'As somebody else sees it' }).click();
    await choose();
    const seen = page
      .getByRole('status', { name: 'As somebody else sees it' })
      .locator('> div')
      .filter({ hasText: 'closed' });
    await seen.getByText('Item b').waitFor();
    expect(await seen.getByText('Item a').count()).toBe(0);
    await page.getByRole('radio', { name: 'as whoever holds certain roles and authorities' }).check();
    await page.getByRole('combobox', { name: 'Roles and authorities that are held' }).fill('SESSION_VIEW');
    await page.keyboard.press('Enter');
    await seen.getByText('Item a').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('console 36: who would take the administration of the menu from themselves is told before', async () => {
    const { body } = await site.admin.sure.systemMenu.menuItem_queryDataList({ body: { path: '/platform/menu' } });
    const { page, close } = await site.openAs(`/menu?item=${body[0]!.uuid}`);
    await page.getByText('it cannot be switched off').waitFor();
    await page.getByRole('radio', { name: 'Whoever holds certain roles or authorities' }).check();
    const field = page.getByRole('combobox', { name: 'Roles and authorities' });
    for (let left = 0; left < 4; left++) await field.press('Backspace');
    await field.fill('ROLE_NOBODY_HAS');
    await field.press('Enter');
    await page.getByRole('alert').getByText('You would no longer see the administration').waitFor();
    expect(await page.getByRole('button', { name: 'Save who sees it' }).isDisabled()).toBe(true);
    await close();
  });

  it('console 27: an item of the menu goes to its place, and is deleted', async () => {
    const { systemMenu } = site.admin.sure;
    const { body: app } = await systemMenu.appName_save({ body: { name: 'by-keys', displayName: 'By keys' } });
    for (const name of ['a', 'b', 'c']) {
      const body = { name, displayName: `Item ${name}`, appNameUuid: app.uuid!, path: `/by-keys/${name}` };
      await systemMenu.menuItem_save({ body });
    }
    const { page, keys, faults, close } = await beginByKeys(site, 'admin', ADMIN_PASSWORD);
    await heading(page, 'Home');
    await page.goto(`${site.url}/platform/menu?app=${app.uuid}`);
    await heading(page, 'Menu');
    const tree = page.getByRole('navigation', { name: 'Items of the application' });
    const order = async () => (await tree.getByRole('button').allInnerTexts()).map((text) => text.slice(-1)).join('');
    await keys.enter(tree.getByRole('button', { name: 'Item a' }));
    const down = page.getByRole('button', { name: 'Move down' });
    await keys.enter(down);
    await expect.poll(order).toBe('bac');
    await down.and(page.locator(':focus')).waitFor();
    // At the end of its level the button does nothing any more: the focus goes to what stands beside it.
    await keys.press('Enter');
    await expect.poll(order).toBe('bca');
    await keys.press('Tab');
    await keys.enter(page.getByRole('button', { name: 'Move to …' }));
    const dialog = page.getByRole('dialog', { name: 'Move to …' });
    await keys.choose(dialog.getByLabel('Place'), 'First');
    await keys.enter(dialog.getByRole('button', { name: 'Move it here' }));
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(order).toBe('abc');
    await keys.enter(page.getByRole('button', { name: 'Delete' }));
    await keys.enter(page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
    await expect.poll(order).toBe('bc');
    await keys.press('Tab');
    expect([keys.faults, faults]).toEqual([[], []]);
    await close();
  });

  it('console 31: no dialog of the editor breaks a rule of accessibility, in light and dark, at 375 and 1,280 px', async () => {
    const app = await makeApp('looked-at');
    const [item] = await treeOf('looked-at');
    const { page, faults, close } = await site.openAs('');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    const names = await lookAtDialogs(page, site.url, { path: `/menu?app=${app}&item=${item!.uuid}` });
    expect(names).toEqual(expect.arrayContaining(['New application', 'New item', 'Move to …', 'Switch off', 'Delete']));
    expect(faults).toEqual([]);
    await close();
  });
});
