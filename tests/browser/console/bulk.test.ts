// Does the same with several tasks and instances at once in a real browser; runs only where KEELSON_BROWSER names one.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { PERSON_PASSWORD, type Person } from '../../support/people.ts';
import { BROWSER_TIMEOUT_MS, describeConsole } from './console-site.ts';

const example = new URL('../../../docs/examples/leave-request.bpmn', import.meta.url);

describeConsole('acts on several rows', (site) => {
  let ada: Person;
  let grace: Person;

  beforeAll(async () => {
    await site.admin.sure.authentication.createRole({ body: { code: 'ROLE_MANAGERS', authorityList: [] } });
    ada = await site.createPerson('ada');
    grace = await site.createPerson('grace', ['ROLE_MANAGERS']);
    await site.createPerson('max', ['ROLE_MANAGERS']);
    const files = { xmlFile: [{ fileName: 'leave-request.bpmn', bytes: readFileSync(example) }] };
    await site.admin.sure.bpmnEngine.deploy({ files });
  }, BROWSER_TIMEOUT_MS);

  /** Starts requests of ada; answers their instances by their business keys. */
  const request = async (...businessKeys: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const started = businessKeys.map(async (businessKey) => {
      const body = { businessKey, variables: { days: 7, decideBy: '2027-06-01T12:00:00Z' } };
      const params = { processDefinitionKey: 'leave-request' };
      const answer = await ada.sure.bpmnEngine.startProcessInstanceByKey({ params, body });
      return [businessKey, answer.body.id] as const;
    });
    return new Map(await Promise.all(started));
  };
  const tasksOf = async (ids: ReadonlyMap<string, string>) => {
    const { body } = await site.admin.sure.bpmnEngine.task_queryPage({ body: { pageable: { pageSize: 100 } } });
    return new Map(body.data.flatMap((task) => (ids.has(task.businessKey ?? '') ? [[task.businessKey, task]] : [])));
  };
  const stateOf = async (id: string | undefined): Promise<string> =>
    (await site.admin.sure.bpmnEngine.getProcessInstance({ params: { id: id! } })).body.state;
  const choose = async (page: Page, ...businessKeys: readonly string[]): Promise<void> => {
    for (const key of businessKeys) await page.getByRole('row', { name: key }).getByRole('checkbox').check();
  };

  it('console 61: several tasks are claimed, dated and handed over at once, and whoever was faster is named', async () => {
    const ids = await request('CLAIM-1', 'CLAIM-2', 'CLAIM-3');
    const { page, faults, close } = await site.openAs('/tasks', 'max', PERSON_PASSWORD);
    await choose(page, 'CLAIM-1', 'CLAIM-2', 'CLAIM-3');
    await grace.sure.bpmnEngine.claim({ params: { id: (await tasksOf(ids)).get('CLAIM-2')!.id } });
    await page.getByRole('group', { name: 'Chosen: 3' }).getByRole('button', { name: 'Take them' }).click();
    await page.getByText('Done for 2.').waitFor();
    await page
      .getByRole('alert')
      .getByText(/CLAIM-2: .*grace/)
      .waitFor();
    const assignees = async () => [...(await tasksOf(ids)).values()].map(({ assignee }) => assignee).sort();
    expect(await assignees()).toEqual(['grace', 'max', 'max']);
    // What was refused stays chosen.
    await page.getByRole('group', { name: 'Chosen: 1' }).getByRole('button', { name: 'Choose none' }).click();

    await choose(page, 'CLAIM-1', 'CLAIM-3');
    const bar = page.getByRole('group', { name: 'Chosen: 2' });
    await bar.getByRole('button', { name: 'Set the due date' }).click();
    const due = page.getByRole('dialog', { name: 'Set the due date' });
    await due.getByText(/CLAIM-3/).waitFor();
    await due.getByLabel('Due', { exact: true }).fill('2027-03-04T12:00');
    await due.getByRole('button', { name: 'Set the due date' }).click();
    await page.getByText('Done for 2.').waitFor();
    const dates = async () => new Set([...(await tasksOf(ids)).values()].map(({ dueDate }) => dueDate));
    expect((await dates()).size).toBe(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('It is taken back.').waitFor();
    expect((await dates()).size).toBe(1);

    await choose(page, 'CLAIM-1', 'CLAIM-3');
    await bar.getByRole('button', { name: 'Give them to somebody' }).click();
    const give = page.getByRole('dialog', { name: 'Give them to somebody' });
    await give.getByRole('combobox', { name: 'Who' }).fill('ada');
    await page.getByRole('option', { name: 'ada' }).click();
    await give.getByRole('button', { name: 'Give them to somebody' }).click();
    await page.getByText('Done for 2.').waitFor();
    expect([await assignees(), faults]).toEqual([['ada', 'ada', 'grace'], []]);
    await close();
  });

  it('console 62: instances are chosen and held by keys, let go on again, and cancelled with a reason that stands in their history', async () => {
    const ids = await request('HOLD-1', 'HOLD-2');
    const { page, faults, close } = await site.openAs('/process-instances?text=HOLD-');
    await page.getByRole('row', { name: 'HOLD-1' }).waitFor();
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Hold' }).press('Enter');
    await page.getByText('Done for 2.').waitFor();
    const states = () => Promise.all([...ids.values()].map(stateOf));
    expect(await states()).toEqual(['SUSPENDED', 'SUSPENDED']);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByText('It is taken back.').waitFor();
    expect(await states()).toEqual(['ACTIVE', 'ACTIVE']);

    await page.getByRole('checkbox', { name: 'Choose all on this page' }).press('Space');
    await site.admin.sure.bpmnEngine.cancelProcessInstance({ params: { id: ids.get('HOLD-1')! } });
    await page.getByRole('button', { name: 'Cancel the instances' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cancel the instances' });
    await dialog.getByText('Instances: 2.').waitFor();
    await dialog.getByLabel('Reason').fill('The company closes.');
    await dialog.getByRole('button', { name: 'Cancel 2' }).press('Enter');
    await page.getByText('Done for 1.').waitFor();
    await page
      .getByRole('alert')
      .getByText(/HOLD-1: /)
      .waitFor();
    const { body } = await site.admin.sure.bpmnEngine.getTimeline({ params: { id: ids.get('HOLD-2')! } });
    expect(JSON.stringify(body)).toContain('The company closes.');
    expect([await states(), faults]).toEqual([['ENDED', 'ENDED'], []]);
    await close();
  });

  it('console 62: what is done with many is stopped after the one that is under way, and the rest stay chosen', async () => {
    const ids = await request('STOP-1', 'STOP-2', 'STOP-3');
    const { page, close } = await site.openAs('/process-instances?text=STOP-');
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).check();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/suspend', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Hold' }).click();
    await page.getByRole('status').getByText('0 of 3 done').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    release();
    await page.getByText('Done for 1.').waitFor();
    await page.getByRole('group', { name: 'Chosen: 2' }).waitFor();
    const states = await Promise.all([...ids.values()].map(stateOf));
    expect(states.filter((state) => state === 'SUSPENDED')).toHaveLength(1);
    await close();
  });
});
