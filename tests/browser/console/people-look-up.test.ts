// Chooses people in a real browser: to hand a task over, to delegate it, to open it to more; runs only where there is one.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { PERSON_PASSWORD, type Person } from '../../support/people.ts';
import { BROWSER_TIMEOUT_MS, describeConsole } from './console-site.ts';

const example = new URL('../../../docs/examples/leave-request.bpmn', import.meta.url);

describeConsole('choosing people in the console', (site) => {
  let max: Person;

  beforeAll(async () => {
    await site.admin.sure.authentication.createRole({ body: { code: 'ROLE_MANAGERS', authorityList: [] } });
    max = await site.createPerson('max', ['ROLE_MANAGERS']);
    const { body } = await site.admin.sure.authentication.createUser({
      body: { username: 'lena', displayName: 'Lena Aydın' },
    });
    expect(body.displayName).toBe('Lena Aydın');
    const files = { xmlFile: [{ fileName: 'leave-request.bpmn', bytes: readFileSync(example) }] };
    await site.admin.sure.bpmnEngine.deploy({ files });
  }, BROWSER_TIMEOUT_MS);

  const claimed = async (businessKey: string): Promise<string> => {
    await site.admin.sure.bpmnEngine.startProcessInstanceByKey({
      params: { processDefinitionKey: 'leave-request' },
      body: { businessKey, variables: { days: 7, decideBy: '2027-06-01T12:00:00Z' } },
    });
    const { body } = await site.admin.sure.bpmnEngine.task_queryPage({ body: { businessKey } });
    const { id } = body.data[0]!;
    await max.sure.bpmnEngine.claim({ params: { id } });
    return id;
  };
  const choose = async (page: Page, button: string, typed: string, option: string): Promise<void> => {
    await page.getByRole('button', { name: button, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: button });
    await dialog.getByRole('combobox', { name: 'Who' }).fill(typed);
    await page.getByRole('option', { name: option, exact: true }).click();
    await dialog.getByRole('button', { name: button, exact: true }).click();
  };

  it('console 35: a task is opened to somebody and delegated to the person that was found by a part of the name', async () => {
    const id = await claimed('LEAVE-35');
    const { page, faults, close } = await site.openAs(`/tasks/${id}`, 'max', PERSON_PASSWORD);
    await choose(page, 'Add somebody', 'Aydın', 'Lena Aydın (lena)');
    await page.getByRole('button', { name: 'Take Lena Aydın (lena) away' }).waitFor();
    const open = await site.admin.sure.bpmnEngine.getTask({ params: { id } });
    expect(open.body.candidateUsers).toEqual(['lena']);
    await page.getByRole('button', { name: 'Take Lena Aydın (lena) away' }).click();
    await page.getByText('They cannot take the task any longer.').waitFor();
    await choose(page, 'Let somebody do it', 'le', 'Lena Aydın (lena)');
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
    const { body } = await site.admin.sure.bpmnEngine.getTask({ params: { id } });
    expect(body).toMatchObject({ assignee: 'lena', owner: 'max', delegationState: 'PENDING', candidateUsers: [] });
    expect(faults).toEqual([]);
    await close();
  });

  it('console 35: what nobody is called cannot be chosen, and a task is not handed to it', async () => {
    const id = await claimed('LEAVE-35B');
    const { page, close } = await site.openAs(`/tasks/${id}`, 'max', PERSON_PASSWORD);
    await page.getByRole('button', { name: 'Hand it to somebody' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hand it to somebody' });
    await dialog.getByRole('combobox', { name: 'Who' }).fill('nobody-at-all');
    await page.getByText('Nothing matches.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Hand it to somebody' }).isDisabled()).toBe(true);
    await close();
  });
});
