// Fills in the form of a task in a real browser: fields in place of free values, what the server says of each, by keys too.
import { beforeAll, expect, it } from 'vitest';
import { processFile } from '../../support/models.ts';
import { PERSON_PASSWORD, type Person } from '../../support/people.ts';
import { faultsOfLooks } from './accessibility.ts';
import { BROWSER_TIMEOUT_MS, describeConsole } from './console-site.ts';
import { describedBy, EXPENSES, EXPENSES_FORM } from './expenses.ts';

const PROCESS = processFile(
  EXPENSES,
  `<startEvent id="begun"/><userTask id="fill" name="Fill in" keelson:candidateUsers="max" keelson:formRef="${EXPENSES}"/><endEvent id="done"/>
   <sequenceFlow id="one" sourceRef="begun" targetRef="fill"/><sequenceFlow id="two" sourceRef="fill" targetRef="done"/>`,
);

describeConsole('the form of a task', (site) => {
  let max: Person;

  beforeAll(async () => {
    max = await site.createPerson('max');
    const files = [
      { fileName: `${EXPENSES}.form`, bytes: EXPENSES_FORM },
      { fileName: `${EXPENSES}.bpmn`, bytes: PROCESS },
    ];
    await site.admin.sure.bpmnEngine.createDeployment({ files: { files } });
  }, BROWSER_TIMEOUT_MS);

  async function openForm(variables: Record<string, unknown>) {
    const { bpmnEngine } = site.admin.sure;
    const params = { processDefinitionKey: EXPENSES };
    const { body: instance } = await bpmnEngine.startProcessInstanceByKey({ params, body: { variables } });
    const { body } = await bpmnEngine.task_queryPage({ body: { processInstanceId: instance.id } });
    const { id } = body.data[0]!;
    await max.sure.bpmnEngine.claim({ params: { id } });
    const opened = await site.openAs(`/tasks/${id}`, 'max', PERSON_PASSWORD);
    await opened.page.getByRole('button', { name: 'Complete' }).waitFor();
    const sent = async () => (await bpmnEngine.getVariables({ params: { taskId: id } })).body;
    return { ...opened, sent };
  }

  it('console 68: the fields of a form stand in place of free values, hold what is there, and send what the form says', async () => {
    const { page, faults, close, sent } = await openForm({ asked: 'ada', other: 'not of the form' });
    expect(await page.getByRole('button', { name: 'Add a value' }).count()).toBe(0);
    expect(await page.getByText('not of the form').count()).toBe(0);
    const asked = page.getByLabel('Asked by');
    expect([await asked.inputValue(), await asked.isEditable()]).toEqual(['ada', false]);
    await page.getByLabel('Purpose').fill('Customers');
    await page.getByLabel('Amount').fill('12,5');
    await page.getByLabel('Day').fill('2026-03-01');
    await page.getByLabel('Kind').selectOption({ label: 'A meal' });
    expect(await faultsOfLooks(page, 'main')).toEqual([]);
    await page.reload();
    expect(await page.getByLabel('Purpose').inputValue()).toBe('Customers');
    await page.getByLabel('The receipts are there').check();
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(answer.url());
    });
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('heading', { level: 1, name: 'This task is done' }).waitFor();
    expect(await sent()).toEqual({
      asked: 'ada',
      other: 'not of the form',
      purpose: 'Customers',
      amount: 12.5,
      day: '2026-03-01',
      kind: 'meal',
      sure: true,
    });
    await page.getByRole('link', { name: 'All tasks' }).click();
    await page.getByText('Nothing waits for you.').waitFor();
    expect([refused, faults]).toEqual([[], []]);
    await close();
  });

  it('console 68: what does not fit is said at its field, which has the focus and is told with it', async () => {
    const { page, faults, close } = await openForm({});
    await page.getByRole('button', { name: 'Complete' }).click();
    const purpose = page.getByLabel('Purpose');
    await purpose.and(page.locator(':focus')).waitFor();
    expect(await purpose.getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.type('lower');
    await page.getByLabel('Amount').fill('501');
    await page.getByLabel('Amount').press('Tab');
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByText('Must match [A-Z].*.').waitFor();
    await page.getByText('Must be at most 500.').waitFor();
    await page.getByText('Must be given.').waitFor();
    await purpose.and(page.locator(':focus')).waitFor();
    await expect.poll(() => describedBy(page, 'purpose'), { timeout: 10_000 }).toContain('Must match [A-Z].*.');
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await faultsOfLooks(page, 'main')).toEqual([]);
    await purpose.fill('Upper');
    await page.getByLabel('Amount').fill('500');
    await page.getByLabel('The receipts are there').press('Space');
    await page.getByRole('button', { name: 'Complete' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'This task is done' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('console 68: what is saved without completing is there for whoever opens the task next', async () => {
    const { page, close, sent } = await openForm({ asked: 'ada' });
    await page.getByLabel('Amount').fill('7');
    await page.getByRole('button', { name: 'Save without completing' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await sent()).toEqual({ asked: 'ada', amount: 7 });
    await page.reload();
    await expect.poll(() => page.getByLabel('Amount').inputValue(), { timeout: 10_000 }).toBe('7');
    await close();
  });
});
