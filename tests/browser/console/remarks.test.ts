// Says something about a task and attaches to it in a real browser, and looks at what others have left there.
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { PERSON_PASSWORD, type Person } from '../../support/people.ts';
import { faultsOfLooks } from './accessibility.ts';
import { BROWSER_TIMEOUT_MS, describeConsole } from './console-site.ts';
import { prepareLeaveRequests } from './leave-request.ts';

describeConsole('what people leave at a task', (site) => {
  let ada: Person;

  beforeAll(async () => {
    ada = await prepareLeaveRequests(site);
  }, BROWSER_TIMEOUT_MS);

  async function openRequest(businessKey: string) {
    const body = { businessKey, variables: { days: 7, decideBy: '2027-06-01T12:00:00Z' } };
    await ada.sure.bpmnEngine.startProcessInstanceByKey({ params: { processDefinitionKey: 'leave-request' }, body });
    const { body: tasks } = await site.admin.sure.bpmnEngine.task_queryPage({ body: { businessKey } });
    const id = tasks.data[0]!.id;
    const opened = await site.openAs(`/tasks/${id}`, 'max', PERSON_PASSWORD);
    await opened.page.getByRole('heading', { level: 2, name: 'Comments' }).waitFor();
    return { ...opened, id };
  }

  it('console 67: somebody comments, sees what others have said as the text that it is, and takes the own comment back', async () => {
    const { page, faults, close, id } = await openRequest('LEAVE-67');
    await page.getByText('Nobody has said anything yet.').waitFor();
    const markup = '<img src=x onerror="document.title=1">\nand a second line';
    await site.admin.sure.bpmnEngine.addTaskComment({ params: { id }, body: { text: markup } });
    await page.reload();
    const comments = page.getByRole('list', { name: 'Comments' });
    await comments.getByText('and a second line').waitFor();
    expect(await comments.locator('img').count()).toBe(0);
    expect(await comments.getByRole('button').count()).toBe(0);
    await page.getByLabel('Your comment').fill('The dates suit the team.');
    await page.getByRole('button', { name: 'Add the comment' }).click();
    await comments.getByText('The dates suit the team.').waitFor();
    expect(await page.getByLabel('Your comment').inputValue()).toBe('');
    await comments.getByRole('button', { name: 'Take the comment back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take the comment back' }).click();
    await comments.getByText('The dates suit the team.').waitFor({ state: 'detached' });
    const { body } = await site.admin.sure.bpmnEngine.getTaskComments({ params: { id } });
    expect(body.data.map(({ text }) => text)).toEqual([markup]);
    expect(faults).toEqual([]);
    await close();
  });

  it('console 67: a comment whose answer is lost is said once, however often it is tried', async () => {
    const { page, close, id } = await openRequest('LEAVE-68');
    let tries = 0;
    await page.route('**/comments', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      tries += 1;
      const answer = await route.fetch();
      return tries === 1 ? route.abort('connectionreset') : route.fulfill({ response: answer });
    });
    await page.getByLabel('Your comment').fill('Said once.');
    await page.getByRole('button', { name: 'Add the comment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The server did not answer.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Add the comment' }).click();
    await page.getByRole('list', { name: 'Comments' }).getByText('Said once.').waitFor();
    const { body } = await site.admin.sure.bpmnEngine.getTaskComments({ params: { id } });
    expect([tries, body.totalElements]).toEqual([2, 1]);
    await close();
  });

  it('console 67: a file is attached, saved byte for byte by somebody else, and a link leads out of the page', async () => {
    const { page, faults, close, id } = await openRequest('LEAVE-69');
    await page.getByText('Nothing is attached yet.').waitFor();
    const buffer = Buffer.from('<script>alert(1)</script>');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'A file of at most 10 MiB' }).click();
    await (await choosing).setFiles({ name: 'note.html', mimeType: 'text/html', buffer });
    await page.getByRole('button', { name: 'Attach the file' }).click();
    const attachments = page.getByRole('list', { name: 'Files and links' });
    await attachments.getByRole('button', { name: 'Save note.html' }).waitFor();
    await page.getByLabel('The address of a page').fill('https://example.com/rules');
    await page.getByRole('button', { name: 'Attach the link' }).click();
    const link = attachments.getByRole('link', { name: 'https://example.com/rules' });
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    await page.getByLabel('The address of a page').fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Attach the link' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await close();

    const hers = await site.openAs(`/tasks/${id}`);
    const saving = hers.page.waitForEvent('download');
    await hers.page.getByRole('button', { name: 'Save note.html' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('note.html');
    expect(await readFile(await saved.path())).toEqual(buffer);
    expect(await hers.page.getByRole('button', { name: 'Take note.html away' }).count()).toBe(0);
    await hers.page.getByLabel('Your comment').fill('A comment of hers');
    await hers.page.getByLabel('Your comment').press('Tab');
    await hers.page.getByRole('button', { name: 'Add the comment' }).and(hers.page.locator(':focus')).press('Enter');
    await hers.page.getByRole('list', { name: 'Comments' }).getByText('A comment of hers').waitFor();
    expect(await faultsOfLooks(hers.page)).toEqual([]);
    expect([faults, hers.faults]).toEqual([[], []]);
    await hers.close();
  });
});
