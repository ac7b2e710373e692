// Changes what a mail template is, and its variables, in a real browser; runs only where KEELSON_BROWSER names one.
import { expect, it } from 'vitest';
import { describeConsole } from './console-site.ts';

describeConsole('the properties of mail templates', (site) => {
  const makeTemplate = async (code: string): Promise<string> => {
    const content = '<p>Order {{ order.no }} of {{ name }}.</p>';
    const body = { code, name: 'Order', type: 'MAIL', contentMap: { default: { subject: 'Order', content } } } as const;
    await site.admin.sure.mailNotification.save({ body });
    return (await site.admin.sure.mailNotification.getByCode({ params: { code } })).body.uuid;
  };
  const read = async (uuid: string) => (await site.admin.sure.mailNotification.getByUuid({ params: { uuid } })).body;

  it('console 63: name, description and variables of a template are changed, and its preview shows the samples', async () => {
    const uuid = await makeTemplate('order.variables');
    const { page, faults, close } = await site.openAs(`/mail-templates/${uuid}`);
    const form = page.locator('form').filter({ has: page.getByRole('group', { name: 'Variables' }) });
    await form.getByLabel('Name', { exact: true }).fill('Order is shipped');
    await form.getByLabel('Description').fill('When a parcel leaves.');
    for (const [name, type, sample] of [
      ['order.no', 'Number', 'forty'],
      ['name', 'Text', 'Ada'],
    ] as const) {
      await form.getByRole('button', { name: 'Add a variable' }).click();
      const row = form.locator('.k-parameter').last();
      await row.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      await row.getByLabel('Type').selectOption({ label: type });
      await row.getByLabel('Sample value').fill(sample);
    }
    await form.getByText('Write a number, such as 12.5.').waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('alert').filter({ hasText: 'A value does not fit its type.' }).waitFor();
    expect((await read(uuid)).name).toBe('Order');
    await form.getByLabel('Sample value').first().fill('42');
    await form.getByRole('checkbox', { name: 'Has to be given' }).first().check();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The template is saved.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Order is shipped' }).waitFor();
    await page.frameLocator('iframe[title="Preview"]').getByText('Order 42 of Ada.').waitFor();
    const { name, description, parameterList } = await read(uuid);
    expect([name, description, parameterList]).toEqual([
      'Order is shipped',
      'When a parcel leaves.',
      [
        expect.objectContaining({ name: 'order.no', type: 'NUMBER', required: true, sampleValue: 42 }),
        expect.objectContaining({ name: 'name', type: 'STRING', required: false, sampleValue: 'Ada' }),
      ],
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  it('console 17: whoever changes a template that somebody else has changed sees whose change it is, and either choice loses nothing', async () => {
    const uuid = await makeTemplate('order.stale');
    const { page, close } = await site.openAs(`/mail-templates/${uuid}`);
    const form = page.locator('form').filter({ has: page.getByRole('group', { name: 'Variables' }) });
    const change = async (mine: string, theirs: string): Promise<void> => {
      await form.getByLabel('Name', { exact: true }).fill(mine);
      const { version } = await read(uuid);
      await site.admin.sure.mailNotification.update({ body: { uuid, version, name: theirs, category: 'orders' } });
      await form.getByRole('button', { name: 'Save' }).click();
      const conflict = form.getByRole('alert').filter({ hasText: 'Saved by admin,' });
      await conflict.getByRole('row', { name: `Name ${theirs} ${mine}` }).waitFor();
    };
    await change('My name', 'Their name');
    await form.getByRole('button', { name: 'Put mine on top' }).click();
    await page.getByText('The template is saved.').waitFor();
    expect((await read(uuid)).name).toBe('My name');
    await change('My second name', 'Their second name');
    await form.getByRole('button', { name: 'Show the newer one' }).click();
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Their second name');
    expect((await read(uuid)).name).toBe('Their second name');
    await close();
  });

  it('console 63: a template that was switched off is switched on again from beside what was said', async () => {
    const uuid = await makeTemplate('order.off');
    const { page, close } = await site.openAs(`/mail-templates/${uuid}`);
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('The template is switched off.').waitFor();
    expect((await read(uuid)).enabled).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('It is taken back.').waitFor();
    expect((await read(uuid)).enabled).toBe(true);
    await page.getByRole('button', { name: 'Switch off' }).waitFor();
    await close();
  });
});
