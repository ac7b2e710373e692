// Takes a leave request from its start to its end in a real browser, with everything that can go wrong on the way.
import { beforeAll, expect, it } from 'vitest';
import { PERSON_PASSWORD, type Person } from '../../support/people.ts';
import type { OpenedPage } from './console-page.ts';
import { BROWSER_TIMEOUT_MS, describeConsole } from './console-site.ts';
import { addDecision, openDecision, prepareLeaveRequests, startLeaveRequest, takeAndDecide } from './leave-request.ts';

describeConsole('tasks in the console', (site) => {
  let ada: Person;

  beforeAll(async () => {
    ada = await prepareLeaveRequests(site);
  }, BROWSER_TIMEOUT_MS);

  const request = async (businessKey: string): Promise<string> => {
    const body = { businessKey, variables: { days: 7, decideBy: '2027-06-01T12:00:00Z' } };
    const params = { processDefinitionKey: 'leave-request' };
    return (await ada.sure.bpmnEngine.startProcessInstanceByKey({ params, body })).body.id;
  };
  const openTask = async (businessKey: string): Promise<OpenedPage> => {
    const opened = await site.openAs('/tasks', 'max', PERSON_PASSWORD);
    await openDecision(opened.page, businessKey);
    return opened;
  };

  it('console 7: a request is started, claimed, decided and seen at its next step, in the browser alone', async () => {
    const hers = await site.openAs('/start', 'ada', PERSON_PASSWORD);
    await startLeaveRequest(hers.page, 'LEAVE-7');

    const his = await openTask('LEAVE-7');
    await takeAndDecide(his.page);

    await hers.page.reload();
    await hers.page.getByRole('list', { name: 'Elements' }).getByRole('listitem').first().waitFor();
    const stands = await hers.page.getByRole('list', { name: 'Elements' }).innerText();
    expect(stands).not.toContain('Decide on');
    expect([hers.faults, his.faults]).toEqual([[], []]);
    await Promise.all([hers.close(), his.close()]);
  });

  it('console 8: what somebody has typed into a task is still there after a reload', async () => {
    await request('LEAVE-8');
    const opened = await openTask('LEAVE-8');
    await opened.page.getByRole('button', { name: 'Take the task' }).click();
    await addDecision(opened.page);
    await opened.page.reload();
    await opened.page.getByLabel('Name', { exact: true }).waitFor();
    expect(await opened.page.getByLabel('Name', { exact: true }).inputValue()).toBe('approved');
    await opened.close();
  });

  it('console 9: a double click and a lost answer complete a task once', async () => {
    const id = await request('LEAVE-9');
    const opened = await openTask('LEAVE-9');
    const { page } = opened;
    await page.getByRole('button', { name: 'Take the task' }).click();
    await addDecision(opened.page);
    const keys: (string | undefined)[] = [];
    // The first answer is lost on its way: the server has done it, the page does not know.
    await page.route('**/complete', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      const answer = await route.fetch();
      if (keys.length === 1) await route.abort('connectionreset');
      else await route.fulfill({ response: answer });
    });
    await page.getByRole('button', { name: 'Complete' }).dblclick();
    await page.getByText('The server did not answer.').waitFor();
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('heading', { level: 1, name: 'This task is done' }).waitFor();
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    const { body } = await site.admin.sure.bpmnEngine.queryActivities({
      body: { processInstanceId: id, elementId: 'decide' },
    });
    expect(body.data.map(({ state }) => state)).toEqual(['COMPLETED']);
    await opened.close();
  });

  it('console 10: who claims a task that somebody else has taken learns who has it', async () => {
    await request('LEAVE-10');
    const opened = await openTask('LEAVE-10');
    const { body } = await site.admin.sure.bpmnEngine.task_queryPage({ body: { businessKey: 'LEAVE-10' } });
    await site.admin.sure.bpmnEngine.claim({ params: { id: body.data[0]!.id } });
    await opened.page.getByRole('button', { name: 'Take the task' }).click();
    await opened.page.getByText('admin works on this task.').waitFor();
    expect(await opened.page.getByRole('button', { name: 'Complete' }).count()).toBe(0);
    await opened.close();
  });

  it('console 12: a task is taken back after a look at what that does, which changes nothing', async () => {
    await request('LEAVE-12');
    const opened = await openTask('LEAVE-12');
    const { page } = opened;
    await page.getByRole('button', { name: 'Take the task' }).click();
    await addDecision(opened.page);
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('button', { name: 'Take it back' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Look at what happens' }).click();
    await dialog.getByText('This is what happens:').waitFor();
    const before = await site.admin.sure.bpmnEngine.task_queryPage({ body: { businessKey: 'LEAVE-12' } });
    expect(before.body.data.map(({ taskDefinitionKey }) => taskDefinitionKey)).not.toContain('decide');
    await dialog.getByRole('button', { name: 'Do it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Decide on 7 days for ada' }).waitFor();
    const after = await site.admin.sure.bpmnEngine.task_queryPage({ body: { businessKey: 'LEAVE-12' } });
    expect(after.body.data.map(({ taskDefinitionKey }) => taskDefinitionKey)).toEqual(['decide']);
    await opened.close();
  });
});
