// Walks the leave request of the examples through the pages, as the people do who ask and decide.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Person } from '../../support/people.ts';
import type { ConsoleSite } from './console-site.ts';

const example = new URL('../../../docs/examples/leave-request.bpmn', import.meta.url);

/** Deploys it, and makes ada, who may ask, and max, who may decide; answers ada. */
export async function prepareLeaveRequests(site: ConsoleSite): Promise<Person> {
  const { authentication, bpmnEngine } = site.admin.sure;
  await authentication.createRole({ body: { code: 'ROLE_MANAGERS', authorityList: [] } });
  const ada = await site.createPerson('ada');
  await site.createPerson('max', ['ROLE_MANAGERS']);
  const xmlFile = [{ fileName: 'leave-request.bpmn', bytes: readFileSync(example) }];
  await bpmnEngine.deploy({ files: { xmlFile } });
  return ada;
}

/** Starts one from the page of what can be started; ends at the page of the new instance. */
export async function startLeaveRequest(page: Page, businessKey: string): Promise<void> {
  await page.getByRole('link', { name: 'Leave request' }).click();
  await page.getByLabel('Business key').fill(businessKey);
  for (const [name, type, value] of [
    ['days', 'Whole number', '7'],
    ['decideBy', 'Text', '2027-06-01T12:00:00Z'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a value' }).click();
    await page.getByLabel('Name', { exact: true }).last().fill(name);
    await page.getByLabel('Type', { exact: true }).last().selectOption({ label: type });
    await page.getByLabel('Value', { exact: true }).last().fill(value);
  }
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: `Leave request · ${businessKey}` }).waitFor();
}

/** Opens its task from the list of tasks. */
export async function openDecision(page: Page, businessKey: string): Promise<void> {
  await page.getByRole('row', { name: businessKey }).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Decide on 7 days for ada' }).waitFor();
}

export async function addDecision(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a value' }).click();
  await page.getByLabel('Name', { exact: true }).fill('approved');
  await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Yes or no' });
  await page.getByLabel('Value', { exact: true }).selectOption({ label: 'Yes' });
}

/** Takes the task that is open, and decides. */
export async function takeAndDecide(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Take the task' }).click();
  await page.getByRole('status').getByText('The task is yours.').waitFor();
  await addDecision(page);
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByRole('heading', { level: 1, name: 'This task is done' }).waitFor();
}
