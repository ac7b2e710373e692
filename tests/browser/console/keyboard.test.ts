// Does whole pieces of work by keys alone in a real browser; the focus is seen at every stop and never lost.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { createAuthenticator } from '../../support/authenticator.ts';
import { PERSON_PASSWORD } from '../../support/people.ts';
import { ADMIN_PASSWORD } from '../../support/server-process.ts';
import { type ByKeys, beginByKeys, heading } from './by-keys.ts';
import { BROWSER_TIMEOUT_MS, describeConsole } from './console-site.ts';

const example = new URL('../../../docs/examples/leave-request.bpmn', import.meta.url);

describeConsole('work by keys alone', (site) => {
  beforeAll(async () => {
    await site.admin.sure.authentication.createRole({ body: { code: 'ROLE_MANAGERS', authorityList: [] } });
    await site.createPerson('ada');
    await site.createPerson('max', ['ROLE_MANAGERS']);
    const files = { xmlFile: [{ fileName: 'leave-request.bpmn', bytes: readFileSync(example) }] };
    await site.admin.sure.bpmnEngine.deploy({ files });
  }, BROWSER_TIMEOUT_MS);

  /** Adds a value by its name; the new row has the focus. */
  const addValue = async ({ page, keys }: ByKeys, [name, type, value]: readonly [string, string, string]) => {
    await keys.enter(page.getByRole('button', { name: 'Add a value' }));
    const row = page.locator('.k-variable').last();
    await row.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type(name);
    await keys.choose(row.getByLabel('Type', { exact: true }), type);
    const field = row.getByLabel('Value', { exact: true });
    if (type === 'Yes') await keys.choose(field, value);
    else await keys.write(field, value);
  };

  it('console 27: a sign-in with a wrong password, a second factor and another one in its place', async () => {
    const person = await site.createPerson('tia');
    const { body: begun } = await person.sure.authentication.beginTotp({ body: {} });
    const code = await createAuthenticator(begun.secret).code();
    const { body } = await person.sure.authentication.confirmTotp({ body: { factorUuid: begun.factorUuid, code } });
    const { page, keys, faults, close } = await beginByKeys(site, 'tia', 'not hers at all');
    await page.getByRole('alert').getByText('The username or the password is wrong.').waitFor();
    await keys.write(page.getByLabel('Password', { exact: true }), PERSON_PASSWORD);
    await keys.enter(page.getByRole('button', { name: 'Sign in', exact: true }));
    await heading(page, 'Enter your code');
    await keys.enter(page.getByRole('button', { name: 'Use a recovery code' }));
    await keys.write(page.getByLabel('Code', { exact: true }), body.recoveryCodeList![0]!);
    await keys.press('Enter');
    await heading(page, 'Home');
    expect([await page.evaluate('document.activeElement.textContent'), keys.faults, faults]).toEqual(['Home', [], []]);
    await close();
  });

  it('console 27: a leave request from its start to its decision, which is taken back, and the work is sent back by lists', async () => {
    const hers = await beginByKeys(site, 'ada', PERSON_PASSWORD);
    await heading(hers.page, 'Home');
    for (const key of ['g', 's']) await hers.keys.press(key);
    await heading(hers.page, 'Start a process');
    await hers.page.getByRole('link', { name: 'Leave request' }).waitFor();
    for (const key of ['j', 'Enter']) await hers.keys.press(key);
    await hers.keys.write(hers.page.getByLabel('Business key'), 'L-27');
    await addValue(hers, ['days', 'Whole', '7']);
    await addValue(hers, ['surplus', 'Text', 'goes again']);
    // What was taken away leaves the focus to what stands in its place.
    await hers.keys.enter(hers.page.getByRole('button', { name: 'Remove surplus' }));
    await addValue(hers, ['decideBy', 'Text', '2027-06-01T12:00:00Z']);
    await hers.keys.enter(hers.page.getByRole('button', { name: 'Start', exact: true }));
    await heading(hers.page, 'Leave request · L-27');

    const his = await beginByKeys(site, 'max', PERSON_PASSWORD);
    const { page, keys } = his;
    await heading(page, 'Home');
    for (const key of ['g', 't']) await keys.press(key);
    await page.getByRole('row', { name: 'L-27' }).waitFor();
    for (const key of ['j', 'Enter']) await keys.press(key);
    await heading(page, 'Decide on 7 days for ada');
    const decide = async (): Promise<void> => {
      await addValue(his, ['approved', 'Yes', 'Y']);
      await keys.enter(page.getByRole('button', { name: 'Complete', exact: true }));
      await heading(page, 'This task is done');
    };
    await keys.enter(page.getByRole('button', { name: 'Take the task' }));
    await page.getByRole('status').getByText('The task is yours.').waitFor();
    await decide();

    await keys.enter(page.getByRole('button', { name: 'Take it back' }));
    const dialog = page.getByRole('dialog');
    await keys.enter(dialog.getByRole('button', { name: 'Look at what happens' }));
    await dialog.getByText('This is what happens:').waitFor();
    await keys.enter(dialog.getByRole('button', { name: 'Do it' }));
    await dialog.waitFor({ state: 'hidden' });
    await heading(page, 'Decide on 7 days for ada');
    await keys.press('Tab');

    // Escape closes a dialog and gives the focus back to what opened it.
    const handOver = page.getByRole('button', { name: 'Hand it to somebody' });
    await keys.enter(handOver);
    await page.getByRole('dialog').waitFor();
    await keys.press('Escape');
    await handOver.and(page.locator(':focus')).waitFor();
    await decide();

    for (const key of ['g', 't']) await hers.keys.press(key);
    await hers.page.getByRole('row', { name: 'L-27' }).waitFor();
    for (const key of ['j', 'Enter']) await hers.keys.press(key);
    await heading(hers.page, 'Hand over the work');
    await hers.keys.enter(hers.page.getByRole('button', { name: 'Send back' }));
    const back = hers.page.getByRole('dialog');
    await hers.keys.to(back.getByLabel('To which step'));
    await hers.keys.enter(back.getByRole('button', { name: 'Look at what happens' }));
    await back.getByText('This is what happens:').waitFor();
    await hers.keys.enter(back.getByRole('button', { name: 'Do it' }));
    await heading(hers.page, 'Tasks');
    await hers.keys.press('Tab');
    expect([keys.faults, hers.keys.faults, his.faults, hers.faults]).toEqual([[], [], [], []]);
    await Promise.all([hers.close(), his.close()]);
  });

  it('console 27: a setting is refused, changed and put back', async () => {
    const { page, keys, faults, close } = await beginByKeys(site, 'admin', ADMIN_PASSWORD);
    await heading(page, 'Home');
    for (const key of ['g', 'e']) await keys.press(key);
    await keys.write(page.getByRole('searchbox', { name: 'Search' }), 'session.idle-timeout');
    await page.getByRole('cell', { name: 'session.idle-timeout' }).waitFor();
    await keys.enter(page.getByRole('link', { name: 'Time without a request' }));
    await heading(page, 'Time without a request after which a session ends');
    const set = page.getByRole('button', { name: 'Set the value' });
    await keys.write(page.getByRole('textbox', { name: 'Value' }), '1441');
    await keys.write(page.getByRole('textbox', { name: 'Why' }), 'longer evenings');
    await keys.enter(set);
    await page.getByText('Must be at most 1440.').waitFor();
    await set.and(page.locator(':focus')).waitFor();
    await keys.write(page.getByRole('textbox', { name: 'Value' }), '45');
    await keys.enter(set);
    await page.getByText('The value is set.').waitFor();
    await set.and(page.locator(':focus')).waitFor();
    await keys.enter(page.getByRole('button', { name: 'Put this back' }).first());
    await page.getByRole('status').getByText('The earlier value holds again.').waitFor();
    await keys.press('Tab');
    const { body } = await site.admin.sure.systemSetting.getByCode({ params: { code: 'session.idle-timeout' } });
    expect([body.effectiveValue, keys.faults, faults]).toEqual([30, [], []]);
    await close();
  });
});
