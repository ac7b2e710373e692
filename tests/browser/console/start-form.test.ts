// Starts processes by their forms in a real browser: what each field asks for, what the server says of it, by keys, in Turkish and at 375 px.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { chain, processFile } from '../../support/models.ts';
import { PERSON_PASSWORD, type Person } from '../../support/people.ts';
import { faultsOfLooks, settled } from './accessibility.ts';
import { beginByKeys, heading } from './by-keys.ts';
import { BROWSER_TIMEOUT_MS, describeConsole } from './console-site.ts';
import { describedBy, EXPENSES, EXPENSES_FORM } from './expenses.ts';
import { lookFor } from './looks.ts';

const named = (key: string, name: string, start: string): string =>
  processFile(key, chain(start, '<userTask id="pay" name="Pay"/>', '<endEvent id="done"/>')).replace(
    'isExecutable="true"',
    `name="${name}" isExecutable="true"`,
  );

const CLAIM = named('claim', 'Claim expenses', `<startEvent id="begun" keelson:formRef="${EXPENSES}"/>`);

/** Writes a process whose model has the fields of its start. */
const order = (...properties: readonly string[]): string =>
  named(
    'order',
    'Order goods',
    `<startEvent id="begun"><extensionElements>${properties.join('')}</extensionElements></startEvent>`,
  );
const COUNT =
  '<keelson:formProperty id="count" name="How many" type="long" required="true" default="1" min="1" max="9"/>';
const WHY = '<keelson:formProperty id="why" name="What for" required="true"/>';

describeConsole('the form of a start', (site) => {
  let ada: Person;

  const deploy = (fileName: string, bytes: string, ...more: readonly { fileName: string; bytes: string }[]) =>
    site.admin.sure.bpmnEngine.createDeployment({ files: { files: [...more, { fileName, bytes }] } });

  beforeAll(async () => {
    ada = await site.createPerson('ada');
    await deploy('claim.bpmn', CLAIM, { fileName: `${EXPENSES}.form`, bytes: EXPENSES_FORM });
  }, BROWSER_TIMEOUT_MS);

  /** Answers the variables of the only instance with a business key. */
  const startedWith = async (businessKey: string): Promise<unknown> => {
    const { bpmnEngine } = site.admin.sure;
    const { body } = await bpmnEngine.task_queryPage({ body: { businessKey } });
    expect(body.totalElements).toBe(1);
    return (await bpmnEngine.getVariables({ params: { taskId: body.data[0]!.id } })).body;
  };
  const begin = (page: Page) => page.getByRole('button', { name: 'Start', exact: true });

  it('console 69: the fields of the form stand in place of free values, are kept over a reload, and start the process with values of their types', async () => {
    const { page, faults, close } = await site.openAs('/start/claim', 'ada', PERSON_PASSWORD);
    await page.getByRole('heading', { level: 1, name: 'Claim expenses' }).waitFor();
    await page.getByLabel('Purpose').waitFor();
    expect(await page.getByRole('button', { name: 'Add a value' }).count()).toBe(0);
    expect(await page.getByLabel('Asked by').isEditable()).toBe(false);
    await page.getByLabel('Business key').fill('C-1');
    await page.getByLabel('Purpose').fill('Customers');
    await page.getByLabel('Amount').fill('12,5');
    await page.getByLabel('Day').fill('2026-03-01');
    await page.getByLabel('Kind').selectOption({ label: 'A meal' });
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.reload();
    await page.getByLabel('The receipts are there').check();
    expect([await page.getByLabel('Purpose').inputValue(), await page.getByLabel('Amount').inputValue()]).toEqual([
      'Customers',
      '12.5',
    ]);
    await begin(page).dblclick();
    await page.getByRole('heading', { level: 1, name: 'Claim expenses · C-1' }).waitFor();
    const sent = { purpose: 'Customers', amount: 12.5, day: '2026-03-01', kind: 'meal', sure: true };
    expect(await startedWith('C-1')).toEqual(sent);
    // Nothing of it is left for the next one.
    await page.goto(`${site.url}/platform/start/claim`);
    expect([await page.getByLabel('Purpose').inputValue(), await page.getByLabel('Business key').inputValue()]).toEqual(
      ['', ''],
    );
    expect(faults).toEqual([]);
    await close();
  });

  it('console 69: what does not fit is said at its field, by the page before it is sent and by the server after, and nothing is started', async () => {
    const { page, faults, close } = await site.openAs('/start/claim', 'ada', PERSON_PASSWORD);
    const purpose = page.getByLabel('Purpose');
    await page.getByLabel('Business key').fill('C-2');
    await begin(page).click();
    await purpose.and(page.locator(':focus')).waitFor();
    expect(await describedBy(page, 'purpose')).toContain('Please fill this in.');
    await page.keyboard.type('lower');
    await page.getByLabel('Amount').fill('501');
    await begin(page).click();
    await page.getByText('Must match [A-Z].*.').waitFor();
    await page.getByText('Must be at most 500.').waitFor();
    await page.getByText('Must be given.').waitFor();
    await purpose.and(page.locator(':focus')).waitFor();
    await expect.poll(() => describedBy(page, 'purpose'), { timeout: 10_000 }).toContain('Must match [A-Z].*.');
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await faultsOfLooks(page)).toEqual([]);
    const { body } = await ada.sure.bpmnEngine.processInstance_queryPage({ body: { businessKey: 'C-2' } });
    expect(body.totalElements).toBe(0);
    await purpose.fill('Upper');
    await page.getByLabel('Amount').fill('500');
    await page.getByLabel('The receipts are there').check();
    await begin(page).click();
    await page.getByRole('heading', { level: 1, name: 'Claim expenses · C-2' }).waitFor();
    expect(await startedWith('C-2')).toEqual({ purpose: 'Upper', amount: 500, sure: true });
    expect(faults).toEqual([]);
    await close();
  });

  it('console 69: a field that another version asks for meanwhile appears with what the server says of it, and what is typed stays', async () => {
    await deploy('order.bpmn', order(COUNT));
    const { page, faults, close } = await site.openAs('/start/order', 'ada', PERSON_PASSWORD);
    const count = page.getByLabel('How many');
    await count.waitFor();
    expect(await count.inputValue()).toBe('1');
    await count.fill('3');
    await page.getByLabel('Business key').fill('O-1');
    await deploy('order.bpmn', order(COUNT, WHY));
    await begin(page).click();
    const why = page.getByLabel('What for');
    await why.waitFor();
    await expect.poll(() => describedBy(page, 'why'), { timeout: 10_000 }).toContain('Must be given.');
    expect([await count.inputValue(), await page.getByRole('alert').count()]).toEqual(['3', 0]);
    await why.fill('The fair');
    await begin(page).click();
    await page.getByRole('heading', { level: 1, name: 'Order goods · O-1' }).waitFor();
    expect(await startedWith('O-1')).toEqual({ count: 3, why: 'The fair' });
    expect(faults).toEqual([]);
    await close();
  });

  it('console 69: by keys alone the form is found, filled in, refused at its field and sent', async () => {
    const { page, keys, faults, close } = await beginByKeys(site, 'ada', PERSON_PASSWORD);
    await heading(page, 'Home');
    for (const key of ['g', 's']) await keys.press(key);
    await keys.enter(page.getByRole('link', { name: 'Claim expenses' }));
    await heading(page, 'Claim expenses');
    await keys.write(page.getByLabel('Business key'), 'C-3');
    await keys.enter(begin(page));
    await page.getByLabel('Purpose').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Fuel');
    await keys.write(page.getByLabel('Amount'), '40');
    await keys.choose(page.getByLabel('Kind'), 'A j');
    await keys.to(page.getByLabel('The receipts are there'));
    await keys.press('Space');
    await keys.enter(begin(page));
    await heading(page, 'Claim expenses · C-3');
    expect(await startedWith('C-3')).toEqual({ purpose: 'Fuel', amount: 40, kind: 'journey', sure: true });
    expect([keys.faults, faults]).toEqual([[], []]);
    await close();
  });

  it('console 69: in Turkish, too, and in the midst of it: what the server has refused is said anew and fits into 375 px', async () => {
    const { page, faults, close } = await site.openAs('/start/claim', 'ada', PERSON_PASSWORD);
    await page.setViewportSize({ width: 375, height: 800 });
    await page.getByLabel('Purpose').fill('Fuel');
    await page.getByLabel('Amount').fill('501');
    await begin(page).click();
    await page.getByText('Must be at most 500.').waitFor();
    await page.getByRole('button', { name: 'Signed in as ada' }).click();
    await page.getByRole('menuitem', { name: 'Türkçe' }).click();
    await page.getByText('En çok 500 olabilir.').waitFor();
    await page.getByText('Sürecin sorduğu bunlardır.').waitFor();
    expect(await page.getByLabel('Purpose').inputValue()).toBe('Fuel');
    await settled(page);
    for (const what of ['sideways', 'smallTargets', 'cutTexts'] as const)
      expect(await lookFor(page, what), what).toEqual([]);
    await page.getByLabel('Amount').fill('400');
    await page.getByLabel('The receipts are there').check();
    await page.getByLabel('İş anahtarı').fill('C-4');
    await page.getByRole('button', { name: 'Başlat', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Claim expenses · C-4' }).waitFor();
    expect(await startedWith('C-4')).toEqual({ purpose: 'Fuel', amount: 400, sure: true });
    expect(faults).toEqual([]);
    await close();
  });
});
