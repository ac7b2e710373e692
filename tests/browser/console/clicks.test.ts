// Counts the clicks from home to the end of what people do every day, in a real browser.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { END, FAILING, START, TO_INCIDENT } from '../../acceptance/bpmn-engine/started-process.ts';
import { chain, oneTask, processFile } from '../../support/models.ts';
import { PERSON_PASSWORD } from '../../support/people.ts';
import type { OpenedPage } from './console-page.ts';
import { BROWSER_TIMEOUT_MS, describeConsole } from './console-site.ts';

const example = new URL('../../../docs/examples/leave-request.bpmn', import.meta.url);
const VARIABLES = { days: 7, decideBy: '2027-06-01T12:00:00Z' };
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const failing = processFile('failing', chain(START, FAILING, END)).replace(
  'isExecutable="true"',
  `isExecutable="true" ${TO_INCIDENT}`,
);

/** Presses the pointer and counts that; what is typed counts nothing, the Enter that ends it included. */
interface Hand {
  press(target: Locator): Promise<void>;
  clicks(): number;
}

function createHand(): Hand {
  let clicks = 0;
  return {
    async press(target) {
      clicks += 1;
      await target.click();
    },
    clicks: () => clicks,
  };
}

const menu = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string | RegExp): Locator => page.getByRole('link', { name });
const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name });

describeConsole('clicks', (site) => {
  beforeAll(async () => {
    const { bpmnEngine, authentication } = site.admin.sure;
    const files = [
      { fileName: 'leave-request.bpmn', bytes: readFileSync(example) },
      { fileName: 'failing.bpmn', bytes: failing },
      { fileName: 'answering.bpmn', bytes: oneTask('answering', 'keelson:assignee="max"') },
    ];
    for (const file of files) await bpmnEngine.deploy({ files: { xmlFile: [file] } });
    const roles = {
      ROLE_MANAGERS: [],
      ROLE_WORKERS: ['BPMN_TASK', 'BPMN_INSTANCE_START', 'BPMN_DEFINITION_VIEW'],
      ROLE_OWNERS: ['BPMN_INSTANCE_VIEW', 'BPMN_TASK_VIEW_ALL', 'BPMN_DEFINITION_VIEW', 'BPMN_HISTORY_VIEW'],
      ROLE_OPERATORS: ['BPMN_JOB_MANAGE', 'BPMN_INSTANCE_VIEW', 'LOG_VIEW', 'SETTING_VIEW', 'SETTING_MANAGE_GLOBAL'],
      ROLE_BUILDERS: ['NOTIFICATION_TEMPLATE_VIEW', 'NOTIFICATION_TEMPLATE_EDIT', 'NOTIFICATION_TEMPLATE_PREVIEW'],
    };
    for (const [code, authorityList] of Object.entries(roles)) {
      await authentication.createRole({ body: { code, authorityList } });
    }
    for (const [username, roleList] of [
      ['max', ['ROLE_WORKERS', 'ROLE_MANAGERS']],
      ['olga', ['ROLE_OWNERS']],
      ['otto', ['ROLE_OPERATORS']],
      ['bea', ['ROLE_BUILDERS']],
      ['zoe', []],
    ] as const) {
      await site.createPerson(username, roleList);
    }
    await start('failing', {});
  }, BROWSER_TIMEOUT_MS);

  const start = async (processDefinitionKey: string, body: object): Promise<string> =>
    (await site.admin.sure.bpmnEngine.startProcessInstanceByKey({ params: { processDefinitionKey }, body })).body.id;

  /** Begins at home, does it, and answers how many clicks that took. */
  const clicksOf = async ({ page }: OpenedPage, job: (hand: Hand, page: Page) => Promise<void>): Promise<number> => {
    await page.goto(`${site.url}/platform`);
    await heading(page, 'Home').waitFor();
    const hand = createHand();
    await job(hand, page);
    return hand.clicks();
  };

  it('console 29: a task worker opens the most urgent task, completes one, starts a process, finds a request and gives a task back', async () => {
    const opened = await site.openAs('', 'max', PERSON_PASSWORD);
    await start('leave-request', { businessKey: 'LESS', variables: { ...VARIABLES, days: 2 } });
    await start('leave-request', { businessKey: 'MOST', variables: VARIABLES });
    const open = await clicksOf(opened, async (hand, page) => {
      await hand.press(
        page
          .getByRole('listitem')
          .filter({ hasText: /LESS|MOST/ })
          .first()
          .getByRole('link'),
      );
      await heading(page, 'Decide on 7 days for admin').waitFor();
    });
    await start('answering', { variables: { answer: 'nothing yet' } });
    const complete = await clicksOf(opened, async (hand, page) => {
      await hand.press(page.getByRole('link', { name: 'Answer', exact: true }));
      await page.getByLabel('answer').fill('yes');
      await hand.press(button(page, 'Complete'));
      await heading(page, 'This task is done').waitFor();
    });
    const begin = await clicksOf(opened, async (hand, page) => {
      await hand.press(page.getByRole('main').getByRole('link', { name: 'answering', exact: true }));
      await page.getByLabel('Business key').fill('CLICKED');
      await page.keyboard.press('Tab');
      await hand.press(button(page, 'Start'));
      await heading(page, 'Answer').waitFor();
    });
    const find = await clicksOf(opened, async (hand, page) => {
      await hand.press(link(page, 'answering · CLICKED'));
      await page.getByRole('list', { name: 'Elements' }).getByRole('listitem').first().waitFor();
    });
    expect({ open, complete, begin, find }).toEqual({ open: 1, complete: 2, begin: 2, find: 1 });
    expect(opened.faults).toEqual([]);
    await opened.close();
  });

  it('console 29: who has taken part gives a task back to an earlier step by four clicks', async () => {
    const { bpmnEngine } = site.admin.sure;
    const processInstanceId = await start('leave-request', { businessKey: 'BACK', variables: VARIABLES });
    const [decide] = (await bpmnEngine.task_queryList({ body: { processInstanceId } })).body;
    await bpmnEngine.claim({ params: { id: decide!.id } });
    await bpmnEngine.complete({ params: { id: decide!.id }, body: { variables: { approved: true } } });
    const opened = await site.openAs('');
    const back = await clicksOf(opened, async (hand, page) => {
      await hand.press(link(page, 'Hand over the work'));
      await hand.press(button(page, 'Send back'));
      await hand.press(button(page, 'Look at what happens'));
      await hand.press(button(page, 'Do it'));
      await heading(page, 'Tasks').waitFor();
    });
    expect(back).toBe(4);
    await opened.close();
  });

  it('console 29: a process owner sees what is stuck or late by one click, and what an instance waits for by two', async () => {
    const opened = await site.openAs('', 'olga', PERSON_PASSWORD);
    await start('leave-request', {
      businessKey: 'WAITS',
      variables: { ...VARIABLES, decideBy: '2026-01-01T12:00:00Z' },
    });
    const stuck = await clicksOf(opened, async (hand, page) => {
      await hand.press(link(page, 'Look at what is stuck'));
      await page.getByRole('row', { name: /failing/ }).waitFor();
      expect(await page.getByRole('row').count()).toBe(2);
    });
    const late = await clicksOf(opened, async (hand, page) => {
      await hand.press(link(page, 'Look at what is late'));
      await page.getByRole('row', { name: /WAITS/ }).waitFor();
      expect(await page.getByRole('row').count()).toBe(2);
    });
    const waits = await clicksOf(opened, async (hand, page) => {
      await hand.press(menu(page, 'Instances'));
      await hand.press(page.getByRole('row', { name: /WAITS/ }).getByRole('link'));
      await page.locator('.djs-shape.k-here').first().waitFor();
    });
    expect({ stuck, late, waits }).toEqual({ stuck: 1, late: 1, waits: 2 });
    expect(opened.faults).toEqual([]);
    await opened.close();
  });

  it('console 29: an operator sees at home that something is broken, and its cause, a limit and a request by few clicks', async () => {
    const opened = await site.openAs('', 'otto', PERSON_PASSWORD);
    await site.admin.sure.loggerProducer.produceSync({ body: { message: 'Asked at night', traceId: TRACE } });
    const broken = await clicksOf(opened, async (_hand, page) => {
      await page.getByText('1 failures wait for somebody.').waitFor();
    });
    const cause = await clicksOf(opened, async (hand, page) => {
      await hand.press(link(page, 'Look at them'));
      await page.getByRole('row', { name: /missing/ }).waitFor();
    });
    const change = await clicksOf(opened, async (hand, page) => {
      await hand.press(menu(page, 'Settings'));
      await page.getByRole('searchbox').fill('idle-timeout');
      await hand.press(link(page, /idle/i).first());
      await page.getByRole('textbox', { name: 'Value' }).fill('25');
      await page.getByRole('textbox', { name: 'Why' }).fill('Shorter breaks.');
      await hand.press(button(page, 'Set the value'));
      await page.getByRole('cell', { name: 'Shorter breaks.' }).waitFor();
    });
    const takeBack = await clicksOf(opened, async (hand, page) => {
      await hand.press(menu(page, 'Settings'));
      await page.getByRole('searchbox').fill('idle-timeout');
      await hand.press(link(page, /idle/i).first());
      await hand.press(button(page, 'Put this back').first());
      await page.getByRole('status').getByText('The earlier value holds again.').waitFor();
    });
    const request = await clicksOf(opened, async (hand, page) => {
      await hand.press(menu(page, 'Events'));
      await page.getByRole('searchbox', { name: 'Search' }).fill(`trace:${TRACE}`);
      await page.keyboard.press('Enter');
      await page.getByText('Asked at night').waitFor();
      await page.getByText('1 events').waitFor();
    });
    expect({ broken, cause, change, takeBack, request }).toEqual({
      broken: 0,
      cause: 1,
      change: 3,
      takeBack: 3,
      request: 1,
    });
    expect(opened.faults).toEqual([]);
    await opened.close();
  });

  it('console 29: an administrator of people makes a user, signs somebody out, learns why a page is not seen and gives a key anew', async () => {
    await site.admin.sure.authentication.createApiKey({ body: { name: 'billing', authorityList: ['SESSION_VIEW'] } });
    const opened = await site.openAs('');
    const make = await clicksOf(opened, async (hand, page) => {
      await hand.press(menu(page, 'Users'));
      await hand.press(link(page, 'New user'));
      await page.getByLabel('Username').fill('grace');
      const roles = page.getByRole('combobox', { name: 'Roles' });
      await roles.fill('WORKERS');
      await roles.press('ArrowDown');
      await roles.press('Enter');
      await page.keyboard.press('Tab');
      await hand.press(button(page, 'Create the user'));
      await page.locator('.k-secret').waitFor();
    });
    const signOut = await clicksOf(opened, async (hand, page) => {
      await hand.press(menu(page, 'Users'));
      await hand.press(link(page, 'zoe'));
      await hand.press(button(page, 'Sign out everywhere'));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }));
      await page.getByRole('status').getByText('Every session is closed.').waitFor();
    });
    const why = await clicksOf(opened, async (hand, page) => {
      await hand.press(menu(page, 'Menu'));
      await hand.press(
        page.getByRole('navigation', { name: 'Items of the application' }).getByRole('button', { name: 'Users' }),
      );
      const person = page.getByRole('combobox', { name: 'Person' }).last();
      await person.fill('zoe');
      await page.getByRole('option', { name: 'zoe' }).waitFor();
      await person.press('ArrowDown');
      await person.press('Enter');
      await page.getByText('This person does not see the item:').waitFor();
    });
    const rotate = await clicksOf(opened, async (hand, page) => {
      await hand.press(menu(page, 'API keys'));
      await hand.press(button(page, 'New key').first());
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'New key' }));
      await page.locator('.k-secret').waitFor();
    });
    expect({ make, signOut, why, rotate }).toEqual({ make: 3, signOut: 4, why: 2, rotate: 3 });
    expect(opened.faults).toEqual([]);
    await opened.close();
  });

  it('console 29: who is locked out is unlocked by three clicks', async () => {
    await site.admin.sure.systemSetting.setValue({
      body: { code: 'auth.captcha.mode', scope: 'GLOBAL', value: 'OFF', reason: 'Failures count without a captcha.' },
    });
    for (let failure = 0; failure < 10; failure += 1) {
      await site.admin.client.authentication.login({ body: { username: 'zoe', password: 'not her password' } });
    }
    const opened = await site.openAs('');
    const unlock = await clicksOf(opened, async (hand, page) => {
      await hand.press(menu(page, 'Users'));
      await hand.press(link(page, 'zoe'));
      await hand.press(button(page, 'Unlock'));
      await page.getByRole('status').getByText('The user is unlocked.').waitFor();
    });
    expect(unlock).toBe(3);
    await opened.close();
  });

  it('console 29: a builder edits a mail beside how it looks by two clicks, and reads the interface by one', async () => {
    const contentMap = { default: { subject: 'Hello', content: '<p>Words</p>' } };
    await site.admin.sure.mailNotification.save({ body: { code: 'a.mail', name: 'A mail', type: 'MAIL', contentMap } });
    const opened = await site.openAs('', 'bea', PERSON_PASSWORD);
    const edit = await clicksOf(opened, async (hand, page) => {
      await hand.press(menu(page, 'Mail templates'));
      await hand.press(link(page, /A mail|a\.mail/).first());
      await page.getByRole('textbox', { name: 'Subject' }).fill('Good morning');
      await page.locator('iframe').first().waitFor();
    });
    const read = await clicksOf(opened, async (hand, page) => {
      await hand.press(link(page, 'The interface for programs'));
      await page.waitForURL('**/docs');
    });
    expect({ edit, read }).toEqual({ edit: 2, read: 1 });
    await opened.close();
  });
});
