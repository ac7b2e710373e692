// Works on a telephone: 375 px wide, by touch alone, in a real browser.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createAuthenticator } from '../../support/authenticator.ts';
import { PERSON_PASSWORD } from '../../support/people.ts';
import type { OpenedPage } from './console-page.ts';
import { BROWSER_TIMEOUT_MS, describeConsole } from './console-site.ts';
import { lookFor } from './looks.ts';

const example = new URL('../../../docs/examples/leave-request.bpmn', import.meta.url);
const TELEPHONE = { viewport: { width: 375, height: 740 }, hasTouch: true };

describeConsole('the console on a telephone', (site) => {
  beforeAll(async () => {
    await site.admin.sure.authentication.createRole({ body: { code: 'ROLE_MANAGERS', authorityList: [] } });
    await site.createPerson('ada');
    await site.createPerson('max', ['ROLE_MANAGERS']);
    const files = { xmlFile: [{ fileName: 'leave-request.bpmn', bytes: readFileSync(example) }] };
    await site.admin.sure.bpmnEngine.deploy({ files });
  }, BROWSER_TIMEOUT_MS);

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const write = async (field: Locator, text: string): Promise<void> => {
    await field.tap();
    await field.pressSequentially(text);
  };
  /** Signs in by touch, and looks whether everything has its room. */
  const begin = async (username: string): Promise<OpenedPage> => {
    const opened = await site.openPage(TELEPHONE);
    const { page } = opened;
    await page.goto(`${site.url}/sign-in`);
    await write(page.getByLabel('Username'), username);
    await write(page.getByLabel('Password', { exact: true }), PERSON_PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).tap();
    return opened;
  };
  const fits = async (page: Page): Promise<void> => {
    for (const what of ['sideways', 'smallTargets', 'cutTexts'] as const) {
      expect(await lookFor(page, what), `${what} at ${page.url()}`).toEqual([]);
    }
  };
  /** Opens the menu in its drawer, and goes to one of its pages. */
  const goTo = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Open the menu' }).tap();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await fits(page);
    await drawer.getByRole('link', { name, exact: true }).tap();
    await drawer.waitFor({ state: 'hidden' });
    await heading(page, name);
  };

  it('console 28: a sign-in with a second factor, whose password is looked at', async () => {
    const person = await site.createPerson('tia');
    const { body: begun } = await person.sure.authentication.beginTotp({ body: {} });
    const code = await createAuthenticator(begun.secret).code();
    const { body } = await person.sure.authentication.confirmTotp({ body: { factorUuid: begun.factorUuid, code } });
    const { page, faults, close } = await site.openPage(TELEPHONE);
    await page.goto(`${site.url}/sign-in`);
    await fits(page);
    await write(page.getByLabel('Username'), 'tia');
    const password = page.getByLabel('Password', { exact: true });
    await write(password, PERSON_PASSWORD);
    await page.getByRole('button', { name: 'Show what I type' }).tap();
    expect(await password.getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Sign in', exact: true }).tap();
    await heading(page, 'Enter your code');
    await fits(page);
    await page.getByRole('button', { name: 'Use a recovery code' }).tap();
    await write(page.getByLabel('Code', { exact: true }), body.recoveryCodeList![0]!);
    await page.getByRole('button', { name: 'Continue' }).tap();
    await heading(page, 'Home');
    await fits(page);
    expect(faults).toEqual([]);
    await close();
  });

  it('console 28: a leave request is started, taken, decided and seen at its next step', async () => {
    const hers = await begin('ada');
    await heading(hers.page, 'Home');
    await goTo(hers.page, 'Start a process');
    await hers.page.getByRole('link', { name: 'Leave request' }).tap();
    await write(hers.page.getByLabel('Business key'), 'L-28');
    for (const [name, type, value] of [
      ['days', 'Whole number', '7'],
      ['decideBy', 'Text', '2027-06-01T12:00:00Z'],
    ] as const) {
      await hers.page.getByRole('button', { name: 'Add a value' }).tap();
      await write(hers.page.getByLabel('Name', { exact: true }).last(), name);
      await hers.page.getByLabel('Type', { exact: true }).last().selectOption({ label: type });
      await write(hers.page.getByLabel('Value', { exact: true }).last(), value);
    }
    await fits(hers.page);
    await hers.page.getByRole('button', { name: 'Start', exact: true }).tap();
    await heading(hers.page, 'Leave request · L-28');

    const his = await begin('max');
    await heading(his.page, 'Home');
    await goTo(his.page, 'Tasks');
    await his.page.getByRole('link', { name: 'Decide on 7 days for ada' }).tap();
    await heading(his.page, 'Decide on 7 days for ada');
    await his.page.getByRole('button', { name: 'Take the task' }).tap();
    await his.page.getByRole('status').getByText('The task is yours.').waitFor();
    await fits(his.page);
    await his.page.getByRole('button', { name: 'Add a value' }).tap();
    await write(his.page.getByLabel('Name', { exact: true }), 'approved');
    await his.page.getByLabel('Type', { exact: true }).selectOption({ label: 'Yes or no' });
    await his.page.getByLabel('Value', { exact: true }).selectOption({ label: 'Yes' });
    await fits(his.page);
    await his.page.getByRole('button', { name: 'Complete', exact: true }).tap();
    await heading(his.page, 'This task is done');
    await fits(his.page);

    await goTo(hers.page, 'Tasks');
    await hers.page.getByRole('link', { name: 'Hand over the work' }).tap();
    await heading(hers.page, 'Hand over the work');
    await fits(hers.page);
    expect([hers.faults, his.faults]).toEqual([[], []]);
    await Promise.all([hers.close(), his.close()]);
  });

  it('console 28: the bell counts an announcement, which is read and archived', async () => {
    await site.createPerson('ravi');
    const { page, faults, close } = await begin('ravi');
    await heading(page, 'Home');
    const bell = page.getByRole('banner');
    await bell.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
    await site.admin.sure.notificationPolling.send({ body: { title: 'Doors', content: 'They are open.' } });
    await bell.getByRole('link', { name: 'Inbox, 1 unread' }).tap();
    await heading(page, 'Inbox');
    await page.getByRole('button', { name: 'Doors unread' }).tap();
    await page.frameLocator('iframe[title="Doors"]').getByText('They are open.').waitFor();
    await bell.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
    await fits(page);
    await page.getByRole('button', { name: 'Archive' }).tap();
    await page.getByText('Nothing is here.').waitFor();
    await fits(page);
    expect(faults).toEqual([]);
    await close();
  });
});
