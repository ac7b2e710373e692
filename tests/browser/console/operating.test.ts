// Mends 300 instances that one cause has stopped, as an operator does in a real browser: by group, one of them first, then all as a batch.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { chain, processFile } from '../../support/models.ts';
import { PERSON_PASSWORD } from '../../support/people.ts';
import { faultsOfLooks } from './accessibility.ts';
import { describeConsole } from './console-site.ts';

const STUCK = 300;
const OPERATING_TIMEOUT_MS = 240_000;
const OPERATOR = ['BPMN_JOB_MANAGE', 'BPMN_INSTANCE_VIEW', 'BPMN_INSTANCE_MANAGE', 'BPMN_DEFINITION_VIEW'];

const priced = (script: string): string =>
  processFile(
    'pricing',
    chain(
      '<startEvent id="begun"/>',
      `<scriptTask id="price" name="Price it" scriptFormat="javascript"><script>${script}</script></scriptTask>`,
      '<userTask id="look" name="Look at the price"/>',
      '<endEvent id="done"/>',
    ),
  ).replace('isExecutable="true"', 'name="Pricing" isExecutable="true" keelson:onFailure="INCIDENT"');
/** Fails where nobody has said what a hundred is worth. */
const WRONG = priced('execution.setVariable("price", rate * 100)');
const RIGHT = priced('execution.setVariable("price", 250)');

describeConsole('the operation of processes', (site) => {
  const deploy = (bytes: string) =>
    site.admin.sure.bpmnEngine.deploy({ files: { xmlFile: [{ fileName: 'pricing.bpmn', bytes }] } });

  beforeAll(async () => {
    const { authentication, bpmnEngine } = site.admin.sure;
    await authentication.createRole({ body: { code: 'ROLE_OPERATORS', authorityList: OPERATOR } });
    await site.createPerson('olga', ['ROLE_OPERATORS']);
    await deploy(WRONG);
    const params = { processDefinitionKey: 'pricing' };
    for (let number = 1; number <= STUCK; number++)
      await bpmnEngine.startProcessInstanceByKey({ params, body: { businessKey: `P-${number}` } });
    await deploy(RIGHT);
  }, OPERATING_TIMEOUT_MS);

  const headed = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const cause = (page: Page) => page.getByRole('row', { name: 'SCRIPT_FAILED' });

  /** Opens the causes, of which one stops so many. */
  async function openCause(page: Page, count: number): Promise<void> {
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Failures', exact: true }).click();
    await page.getByRole('link', { name: 'By cause' }).click();
    await headed(page, 'By cause');
    await cause(page)
      .getByRole('cell', { name: String(count), exact: true })
      .waitFor();
  }

  /** Orders a batch for all of a cause, and waits until it is through with as many. */
  async function orderForAll(page: Page, act: string, count: number, title: string): Promise<void> {
    await cause(page).getByRole('button', { name: act }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`: ${count}.`).waitFor();
    expect(await faultsOfLooks(page, '[role="dialog"]'), act).toEqual([]);
    await dialog.getByRole('button', { name: act }).click();
    await headed(page, title);
    await page.getByText('Through', { exact: true }).waitFor();
    await page.getByRole('status').getByText(`${count} of ${count}`).waitFor();
  }

  it('console 71: instances that one cause has stopped are found as a group, one is moved to the mended version and tried again, then all as batches', {
    timeout: OPERATING_TIMEOUT_MS,
  }, async () => {
    const { page, faults, close } = await site.openAs('', 'olga', PERSON_PASSWORD);
    await headed(page, 'Home');
    await openCause(page, STUCK);
    expect(await faultsOfLooks(page)).toEqual([]);
    await cause(page).getByRole('link').click();
    await page.getByText('Only those of pricing · price · SCRIPT_FAILED.').waitFor();
    await page.getByRole('row', { name: 'P-300' }).getByRole('link').click();

    await headed(page, 'Pricing · P-300');
    await page.getByText('The model says nothing of where its elements are drawn.').waitFor();
    await page.getByRole('button', { name: 'Move to another version' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Look at what happens' }).click();
    await dialog.getByText('Goes on: Price it').waitFor();
    await dialog.getByRole('button', { name: 'Do it' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('list', { name: 'Elements' }).getByText('Look at the price').waitFor();

    await openCause(page, STUCK - 1);
    await orderForAll(page, 'Move to another version', STUCK - 1, 'Move instances to another version');
    await page.getByText('What had failed before waits until it is tried again.').waitFor();
    expect(await faultsOfLooks(page)).toEqual([]);
    await openCause(page, STUCK - 1);
    await orderForAll(page, 'Try all again', STUCK - 1, 'Try failures again');
    await page.getByRole('link', { name: 'Look at the failures' }).click();
    await page.getByText('Nothing is broken.').waitFor();
    await page.getByRole('link', { name: 'Batches' }).click();
    await page.getByText('2 in all').waitFor();
    const { body } = await site.admin.sure.bpmnEngine.task_queryPage({ body: { name: 'Look at the price' } });
    expect([body.totalElements, faults]).toEqual([STUCK, []]);
    await close();
  });

  it('console 71: what a batch cannot do is listed with its instance and its reason, and tried again on demand', async () => {
    const { bpmnEngine } = site.admin.sure;
    const params = { processDefinitionKey: 'pricing' };
    const { body: instance } = await bpmnEngine.startProcessInstanceByKey({ params, body: { businessKey: 'P-0' } });
    await bpmnEngine.cancelProcessInstance({ params: { id: instance.id }, body: { reason: null } });
    const { body: batch } = await bpmnEngine.createBatch({ body: { type: 'SUSPEND', ids: [instance.id] } });
    const { page, faults, close } = await site.openAs(`/batches/${batch.id}`, 'olga', PERSON_PASSWORD);
    await headed(page, 'Hold instances');
    const row = page.getByRole('row', { name: instance.id });
    await row.waitFor();
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try again what failed' }).click();
    await page.getByRole('status').getByText('It is tried again.').waitFor();
    await row.getByRole('link').click();
    await headed(page, 'Pricing · P-0');
    expect(faults).toEqual([]);
    await close();
  });

  it('console 72: an instance is looked at as it was at a moment: where it stood and what its values were', async () => {
    const { bpmnEngine } = site.admin.sure;
    const params = { processDefinitionKey: 'pricing' };
    const { body: instance } = await bpmnEngine.startProcessInstanceByKey({ params, body: { businessKey: 'P-1000' } });
    const { page, faults, close } = await site.openAs(`/process-instances/${instance.id}`, 'olga', PERSON_PASSWORD);
    await headed(page, 'Pricing · P-1000');
    // A field of a moment has no fractions of a second.
    const begun = Math.ceil(Date.parse(instance.startTime) / 1_000) * 1_000;
    await page.waitForTimeout(Math.max(0, begun + 1_000 - Date.now()));
    const { body: tasks } = await bpmnEngine.task_queryPage({ body: { processInstanceId: instance.id } });
    await bpmnEngine.setTaskVariables({ params: { id: tasks.data[0]!.id }, body: { variables: { price: 300 } } });
    await bpmnEngine.complete({ params: { id: tasks.data[0]!.id }, body: {} });
    const local = await page.evaluate<string>(
      `new Date(${begun} - new Date(${begun}).getTimezoneOffset() * 60_000).toISOString().slice(0, 19)`,
    );
    const then = page.locator('section.k-section').filter({ hasText: 'As it was' });
    await then.getByLabel('At what moment').fill(local);
    await then.getByRole('list', { name: 'Where it stood then' }).getByText('Look at the price').waitFor();
    await then.getByText('250', { exact: true }).waitFor();
    expect(await then.getByText('300', { exact: true }).count()).toBe(0);
    expect(await faultsOfLooks(page)).toEqual([]);
    await then.getByLabel('At what moment').fill('2020-01-01T00:00:00');
    await then.getByText('The instance had not begun at that time.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
