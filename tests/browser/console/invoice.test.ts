// Plays an invoice of the example in a real browser: each of its people signs in, finds what they may do, does it and hears what comes of it.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { PERSON_PASSWORD } from '../../support/people.ts';
import { faultsOfLooks } from './accessibility.ts';
import type { OpenedPage } from './console-page.ts';
import { BROWSER_TIMEOUT_MS, describeConsole } from './console-site.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../../examples/invoice/${name}`, import.meta.url), 'utf8');

const CASE_TIMEOUT_MS = 240_000;
const PEOPLE = { ida: 'REQUESTERS', carl: 'ACCOUNTING', wanda: 'WAREHOUSE', max: 'MANAGERS', nora: 'PROCESS_OWNERS' };
const OWNER = ['BPMN_INSTANCE_VIEW', 'BPMN_DEFINITION_VIEW', 'BPMN_TASK_VIEW_ALL', 'LOG_VIEW'];

describeConsole('an invoice from its start to its end', (site) => {
  beforeAll(async () => {
    const { authentication, bpmnEngine, mailNotification, systemSetting } = site.admin.sure;
    await systemSetting.setValue({
      body: { code: 'mail.default-sender', scope: 'GLOBAL', value: 'invoices@example.org', reason: 'Mails are sent.' },
    });
    await mailNotification.importTemplates({ body: JSON.parse(read('templates.json')) });
    for (const [person, role] of Object.entries(PEOPLE)) {
      const authorityList = role === 'PROCESS_OWNERS' ? OWNER : [];
      await authentication.createRole({ body: { code: `ROLE_${role}`, authorityList } });
      await site.createPerson(person, [`ROLE_${role}`]);
    }
    const names = ['invoice-approval.bpmn', 'invoice-approver.dmn'];
    const files = names.map((fileName) => ({ fileName, bytes: read(fileName) }));
    await bpmnEngine.createDeployment({ files: { files } });
  }, BROWSER_TIMEOUT_MS);

  const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu' });
  const headed = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const bellSays = (page: Page, name: string) =>
    page.getByRole('banner').getByRole('link', { name, exact: true }).waitFor();

  /** Signs in; answers the page with what its menu offers. */
  async function begin(username: string): Promise<OpenedPage & { readonly menu: readonly string[] }> {
    const opened = await site.openAs('', username, PERSON_PASSWORD);
    await headed(opened.page, 'Home');
    await menuOf(opened.page).getByRole('link', { name: 'Tasks', exact: true }).waitFor();
    return { ...opened, menu: await menuOf(opened.page).getByRole('link').allInnerTexts() };
  }

  async function goTo(page: Page, name: string): Promise<void> {
    await menuOf(page).getByRole('link', { name, exact: true }).click();
    await headed(page, name);
  }

  /** Opens a task from the list of tasks, and takes it where nobody has it yet. */
  async function openTask(page: Page, name: string): Promise<void> {
    await goTo(page, 'Tasks');
    await page.getByRole('link', { name, exact: true }).click();
    await headed(page, name);
    await page
      .getByRole('button', { name: 'Complete' })
      .or(page.getByRole('button', { name: 'Take the task' }))
      .waitFor();
    const take = page.getByRole('button', { name: 'Take the task' });
    if ((await take.count()) > 0) await take.click();
    await page.getByRole('button', { name: 'Complete' }).waitFor();
  }

  async function complete(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Complete' }).click();
    await headed(page, 'This task is done');
  }

  async function answer(page: Page, task: string, question: string, says: 'Yes' | 'No', remark = ''): Promise<void> {
    await openTask(page, task);
    await page.getByLabel(question).selectOption({ label: says });
    if (remark !== '') await page.getByLabel('What is wrong').fill(remark);
    expect(await faultsOfLooks(page), task).toEqual([]);
    await complete(page);
  }

  async function bring(page: Page): Promise<void> {
    await goTo(page, 'Start a process');
    await page.getByRole('link', { name: 'Invoice approval' }).click();
    await page.getByLabel('Business key').fill('INV-1');
    await page.getByRole('textbox', { name: 'Supplier', exact: true }).fill('Toros Paper');
    await page.getByLabel('Do we know the supplier?').selectOption({ label: 'Yes' });
    await page.getByLabel('Amount').fill('1200');
    await page.getByLabel('To be paid on').fill('2040-03-15');
    await page.getByLabel('Mail address for the payment run').fill('ida@example.org');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await headed(page, 'Invoice approval · INV-1');
  }

  /** Reads what somebody is told, which nothing is left of at the bell. */
  async function hear(page: Page, title: string): Promise<void> {
    await page.getByRole('banner').getByRole('link', { name: 'Inbox, 1 unread' }).click();
    await headed(page, 'Inbox');
    await page.getByRole('button', { name: `${title} unread` }).click();
    await bellSays(page, 'Inbox');
  }

  it('console 70: an invoice is brought, checked, sent back, corrected, approved and announced by its people, and its owner sees all of it', {
    timeout: CASE_TIMEOUT_MS,
  }, async () => {
    const [ida, carl, wanda, max] = [await begin('ida'), await begin('carl'), await begin('wanda'), await begin('max')];
    expect(ida.menu).toEqual(['Home', 'Inbox', 'Tasks', 'Start a process', 'The interface for programs']);
    await bring(ida.page);

    await goTo(carl.page, 'Tasks');
    await carl.page.getByRole('link', { name: 'Check the figures of INV-1' }).waitFor();
    expect(await carl.page.getByRole('link', { name: 'Have the goods of INV-1 arrived?' }).count()).toBe(0);
    await answer(carl.page, 'Check the figures of INV-1', 'Are the figures right?', 'Yes');
    const goods = ['Have the goods of INV-1 arrived?', 'Have all goods arrived?'] as const;
    await answer(wanda.page, ...goods, 'No', 'Two of ten boxes are missing.');

    await hear(ida.page, 'Correct INV-1');
    await ida.page.getByRole('link', { name: 'Open the task' }).click();
    await headed(ida.page, 'Correct INV-1');
    const wrong = ida.page.getByLabel('What is wrong');
    expect([await wrong.inputValue(), await wrong.isEditable()]).toEqual(['Two of ten boxes are missing.', false]);
    await ida.page.getByLabel('Amount').fill('960');
    await complete(ida.page);

    await answer(carl.page, 'Check the figures of INV-1', 'Are the figures right?', 'Yes');
    await answer(wanda.page, ...goods, 'Yes');
    await answer(max.page, 'Approve INV-1: 960 to Toros Paper', 'Is it to be paid?', 'Yes');

    await hear(carl.page, 'INV-1 is to be paid');
    await carl.page.frameLocator('iframe').getByText('960 to Toros Paper on 2040-03-15.').waitFor();

    const nora = await begin('nora');
    for (const screen of ['Instances', 'Events']) {
      expect(nora.menu).toContain(screen);
      expect(ida.menu).not.toContain(screen);
    }
    await goTo(nora.page, 'Instances');
    await nora.page.getByLabel('State').selectOption({ label: 'Ended' });
    await nora.page.getByRole('row', { name: 'INV-1' }).getByRole('link').click();
    await headed(nora.page, 'Invoice approval · INV-1');
    await nora.page.locator('.k-diagram [data-element-id="to-be-paid"].k-taken').waitFor();
    const history = nora.page.getByRole('table').filter({ hasText: 'What' });
    await history.getByText('The instance ended').waitFor();
    for (const [who, what] of [
      ['ida', 'Correct'],
      ['max', 'Approve'],
    ] as const)
      await history
        .getByRole('row', { name: new RegExp(`A task was completed.*${what}.*${who}`) })
        .first()
        .waitFor();
    expect(await faultsOfLooks(nora.page)).toEqual([]);
    const everybody = [ida, carl, wanda, max, nora];
    expect(everybody.map(({ faults }) => faults)).toEqual(everybody.map(() => []));
    await Promise.all(everybody.map(({ close }) => close()));
  });
});
