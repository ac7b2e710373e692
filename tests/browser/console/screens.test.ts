// Looks at every screen of the console in a real browser: its heading, its faults, its width, and the rules of accessibility.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { PERSON_PASSWORD, type Person } from '../../support/people.ts';
import { faultsOfLooks, settled } from './accessibility.ts';
import { countTurns } from './calls-in-turn.ts';
import { BROWSER_TIMEOUT_MS, describeConsole } from './console-site.ts';
import { lookFor, walkStops } from './looks.ts';
import { screenPaths } from './screens.ts';

const root = new URL('../../../', import.meta.url);

/** Each screen is loaded, and looked at four times. */
const EVERY_SCREEN_TIMEOUT_MS = 300_000;

/** Are reached from elsewhere than the menu. */
const OUTSIDE_OF_THE_MENU = [
  '/platform',
  '/platform/users/new',
  '/platform/account',
  '/platform/mails/providers',
  '/platform/mails/senders',
  '/platform/mails/suppressions',
  '/platform/announcements/new',
  '/platform/incidents/causes',
  '/platform/batches',
];
/** Show whoever may not see all rows the own ones, and have their items for whoever sees all. */
const OWN_ROWS = ['/platform/process-instances', '/platform/settings', '/platform/mails'];
/** Their modules have items in the menu, and no page yet: the console leaves the items out. */
const WITHOUT_A_PAGE = ['/platform/process-definitions'];

interface Node {
  readonly displayName: string;
  readonly path?: string;
  readonly children?: readonly Node[];
}

/** Is the part of the answer that is looked at; a repository without the menu has no other words for it. */
interface Tree {
  readonly body: { readonly appList: readonly { readonly itemList: readonly Node[] }[] };
}

function itemsOf(nodes: readonly Node[]): readonly Node[] {
  return nodes.flatMap((node) => [...(node.path === undefined ? [] : [node]), ...itemsOf(node.children ?? [])]);
}

describeConsole('the screens of the console', (site) => {
  let records: readonly string[];

  beforeAll(async () => {
    const bytes = readFileSync(new URL('docs/examples/leave-request.bpmn', root));
    await site.admin.sure.bpmnEngine.deploy({ files: { xmlFile: [{ fileName: 'leave-request.bpmn', bytes }] } });
    await site.admin.sure.bpmnEngine.startProcessInstanceByKey({
      params: { processDefinitionKey: 'leave-request' },
      body: { businessKey: 'LEAVE-1', variables: { days: 7, decideBy: '2027-06-01T12:00:00Z' } },
    });
    records = await recordPaths();
  }, BROWSER_TIMEOUT_MS);

  const menuOf = async (person: Person): Promise<readonly Node[]> => {
    const answer = await fetch(`${site.serverUrl}/menu-items/tree`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    const { body } = (await answer.json()) as Tree;
    return itemsOf(body.appList.flatMap(({ itemList }) => itemList));
  };

  /** Answers the paths of records, one of each kind. */
  const recordPaths = async (): Promise<readonly string[]> => {
    const { body } = await site.admin.sure.bpmnEngine.processInstance_queryPage();
    const tasks = await site.admin.sure.bpmnEngine.task_queryPage();
    const users = await site.admin.sure.authentication.queryUserPage();
    const roles = await site.admin.sure.authentication.createRole({ body: { code: 'ROLE_LOOKED_AT' } });
    const query = { processDefinitionKeys: ['leave-request'] };
    const batch = await site.admin.sure.bpmnEngine.createBatch({ body: { type: 'ACTIVATE', query } });
    const paths = [
      'start/leave-request',
      `batches/${batch.body.id}`,
      `process-instances/${body.data[0]!.id}`,
      `tasks/${tasks.body.data[0]!.id}`,
      `users/${users.body.data[0]!.uuid}`,
      `roles/${roles.body.uuid}`,
      'settings/session.idle-timeout',
      'account?part=security',
      'account?part=wishes',
    ];
    return [...paths.map((path) => `/platform/${path}`), ...(await messagePaths())];
  };

  /** Makes a mail, a template and an announcement to be looked at. */
  const messagePaths = async (): Promise<readonly string[]> => {
    const { mailNotification: mail, notificationPolling: polling } = site.admin.sure;
    const content = '<h1>Hello {{ name }}</h1>';
    const contentMap = { default: { subject: 'Hello', content } };
    await mail.save({ body: { code: 'looked.at', name: 'Looked at', type: 'MAIL', contentMap } });
    const template = await mail.getByCode({ params: { code: 'looked.at' } });
    await mail.notifyWithContent({ body: { to: [{ address: 'ada@example.com' }], content: contentMap.default } });
    const mails = await mail.queryMailPage();
    const { body } = await polling.send({ body: { title: 'Looked at', content: 'Words.' } });
    const event = crypto.randomUUID();
    await site.admin.sure.loggerProducer.produceSync({ body: { uuid: event, message: 'Looked at', level: 'ERROR' } });
    return [
      `/platform/mails/${mails.body.data[0]!.uuid}`,
      `/platform/mail-templates/${template.body.uuid}`,
      `/platform/announcements/${body.uuid}`,
      `/platform/events/${event}`,
      '/platform/events?text=level:error',
    ];
  };

  it('console 6: every item of the menu opens a screen whose heading is its name, and every screen that stands alone has its item', async () => {
    const items = await menuOf(site.admin);
    const paths = items.map(({ path }) => path!);
    const screens = screenPaths();
    expect(paths.filter((path) => !screens.includes(path) && !WITHOUT_A_PAGE.includes(path))).toEqual([]);
    expect(screens.filter((path) => !paths.includes(path) && !OUTSIDE_OF_THE_MENU.includes(path))).toEqual([]);
    expect(WITHOUT_A_PAGE.filter((path) => screens.includes(path))).toEqual([]);
    const { page, faults, close } = await site.openAs('');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    for (const { displayName, path } of items.filter((item) => screens.includes(item.path!))) {
      await menu.getByRole('link', { name: displayName, exact: true }).click();
      await page.waitForURL(site.url + path!);
      await page.getByRole('heading', { level: 1, name: displayName, exact: true }).waitFor();
    }
    expect(faults).toEqual([]);
    await close();
  });

  it('console 6: without its authority a screen is in no menu, and its address says what is missing', async () => {
    const person = await site.createPerson('nora');
    const { page, close } = await site.openAs('/incidents', person.username, PERSON_PASSWORD);
    await page.getByText('You may not see this page. It needs the authority').waitFor();
    await page.getByText('BPMN_JOB_MANAGE').waitFor();
    expect(await page.getByRole('link', { name: 'Failures' }).count()).toBe(0);
    const own = (await menuOf(person)).map(({ path }) => path!);
    const closed: string[] = [];
    for (const path of screenPaths()) {
      await page.goto(site.url + path);
      const refused = page.getByText('You may not see this page. It needs the authority');
      await page.getByRole('heading', { level: 1 }).or(refused).first().waitFor();
      if ((await refused.count()) > 0) closed.push(path);
    }
    expect(closed.length).toBeGreaterThan(10);
    expect(closed.filter((path) => own.includes(path))).toEqual([]);
    const known = [...closed, ...own, ...OUTSIDE_OF_THE_MENU, ...OWN_ROWS];
    expect(screenPaths().filter((path) => !known.includes(path))).toEqual([]);
    await close();
  });

  it('console 31: no screen breaks a rule of accessibility, logs a fault, scrolls sideways, cuts a text or has targets that are hard to hit, in light and dark, at 375 and 1,280 px', {
    timeout: EVERY_SCREEN_TIMEOUT_MS,
  }, async () => {
    const before = await site.openPage();
    await before.page.goto(`${site.url}/sign-in`);
    await before.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await faultsOfLooks(before.page), 'sign-in').toEqual([]);
    const { page, faults, close } = await site.openAs('');
    for (const path of [...screenPaths(), ...records]) {
      await page.goto(site.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await faultsOfLooks(page), path).toEqual([]);
    }
    expect([before.faults, faults]).toEqual([[], []]);
    await Promise.all([before.close(), close()]);
  });

  it('console 31: no screen asks more than three times one after another before its data shows', {
    timeout: EVERY_SCREEN_TIMEOUT_MS,
  }, async () => {
    const { page, close } = await site.openAs('');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    const turns = await countTurns(page);
    for (const path of [...screenPaths(), ...records]) {
      const asked = await turns.of(site.url + path);
      expect(asked.length, path).toBeGreaterThan(0);
      expect(asked.slice(3), `${path} after ${JSON.stringify(asked.slice(0, 3))}`).toEqual([]);
    }
    await close();
  });

  it('console 27: by keys every stop of every screen is seen and uncovered, and none keeps the focus', async () => {
    const { page, faults, close } = await site.openAs('');
    for (const path of [...screenPaths(), ...records]) {
      await page.goto(site.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      expect(await walkStops(page), path).toEqual([]);
    }
    expect(faults).toEqual([]);
    await close();
  });

  it('console 28: in Turkish at 375 px nothing scrolls sideways but tables and diagrams in their own box, and no text is cut', async () => {
    const { page, faults, close } = await site.openAs('');
    await page.getByRole('button', { name: 'Signed in as admin' }).click();
    await page.getByRole('menuitem', { name: 'Türkçe' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ana sayfa' }).waitFor();
    await page.setViewportSize({ width: 375, height: 800 });
    for (const path of [...screenPaths(), ...records]) {
      await page.goto(site.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      expect(await lookFor(page, 'sideways'), path).toEqual([]);
      expect(await lookFor(page, 'cutTexts'), path).toEqual([]);
    }
    expect(faults).toEqual([]);
    await close();
  });

  it('console 20: the watermark of a diagram is seen and nothing lies above it', async () => {
    const { body } = await site.admin.sure.bpmnEngine.processInstance_queryPage();
    const { page, close } = await site.openAs(`/process-instances/${body.data[0]!.id}`);
    for (const width of [1_280, 375]) {
      await page.setViewportSize({ width, height: 800 });
      const mark = page.locator('.bjs-powered-by');
      await mark.scrollIntoViewIfNeeded();
      const hit = await page.evaluate(`(() => {
        const link = document.querySelector('.bjs-powered-by');
        const { left, top, width, height } = link.getBoundingClientRect();
        return link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      })()`);
      expect([await mark.isVisible(), hit], String(width)).toEqual([true, true]);
    }
    await close();
  });
});
