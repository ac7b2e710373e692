// Goes through the console by keys alone in a real browser; runs only where KEELSON_BROWSER names one.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PERSON_PASSWORD } from '../../support/people.ts';
import { describeConsole } from './console-site.ts';

describeConsole('keys in the console', (site) => {
  it('console 27: keys lead to pages, to a page by its name, to the rows of a list and to the list of themselves', async () => {
    await site.admin.sure.authentication.createUser({ body: { username: 'zoe' } });
    const { page, faults, close } = await site.openAs('');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.getByRole('row', { name: 'Users' }).waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });

    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await page.getByRole('link', { name: 'zoe' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'admin' }).waitFor();

    await page.keyboard.press('/');
    const search = page.getByRole('dialog', { name: 'Search for anything' });
    await search.getByRole('searchbox').fill('sett');
    await search.getByRole('link', { name: 'Settings' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('console 27: no key does anything while somebody types, and none leads where the person may not go', async () => {
    await site.createPerson('typist');
    const { page, close } = await site.openAs('/account', 'typist', PERSON_PASSWORD);
    const field = page.getByLabel('Telephone');
    await field.pressSequentially('/gt?');
    expect([await field.inputValue(), await page.getByRole('dialog').count()]).toEqual(['/gt?', 0]);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.getByRole('row', { name: 'Your account' }).waitFor();
    expect(await help.getByRole('row', { name: 'Users' }).count()).toBe(0);
    expect(page.url()).toBe(`${site.url}/platform/account`);
    await close();
  });

  it('console 27: what is searched for by an id, a business key or a name is found, and so are the events of a request', async () => {
    const { bpmnEngine, authentication } = site.admin.sure;
    const bytes = readFileSync(new URL('../../../docs/examples/leave-request.bpmn', import.meta.url));
    await bpmnEngine.deploy({ files: { xmlFile: [{ fileName: 'leave-request.bpmn', bytes }] } });
    const { id } = (
      await bpmnEngine.startProcessInstanceByKey({
        params: { processDefinitionKey: 'leave-request' },
        body: { businessKey: 'FIND-ME', variables: { days: 7, decideBy: '2027-06-01T12:00:00Z' } },
      })
    ).body;
    const task = (await bpmnEngine.task_queryPage({ body: { processInstanceId: id } })).body.data[0]!;
    const made = await authentication.createUser({ body: { username: 'yves', displayName: 'Yves Found' } });
    const request = made.headers.get('x-request-id')!;
    const { page, faults, close } = await site.openAs('');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    for (const [text, found, heading] of [
      [id, 'Leave request · FIND-ME', 'Leave request · FIND-ME'],
      ['FIND-ME', 'Leave request · FIND-ME', 'Leave request · FIND-ME'],
      [task.id, 'Decide on 7 days for admin · FIND-ME', 'Decide on 7 days for admin'],
      [made.body.uuid, 'Yves Found · yves', 'Yves Found'],
      ['yves', 'Yves Found · yves', 'Yves Found'],
      [request, request, 'Events'],
    ] as const) {
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('Control+k');
      const search = page.getByRole('dialog', { name: 'Search for anything' });
      await search.getByRole('searchbox').fill(text);
      await search.getByRole('link', { name: found, exact: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    }
    await page.getByText('authentication.user-created').first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('console 27: nothing is found that the person may not look at', async () => {
    await site.createPerson('seeker');
    const { page, close } = await site.openAs('', 'seeker', PERSON_PASSWORD);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.keyboard.press('/');
    const search = page.getByRole('dialog', { name: 'Search for anything' });
    for (const text of ['admin', crypto.randomUUID()]) {
      await search.getByRole('searchbox').fill(text);
      await search.getByText('Nothing is called so.').waitFor();
      expect(await search.getByRole('link').count()).toBe(0);
    }
    await close();
  });

  it('console 27: Escape leads from a record to its list as it was left, never while somebody types or with something above the page', async () => {
    for (const username of ['esc-a', 'esc-b']) await site.admin.sure.authentication.createUser({ body: { username } });
    const { page, close } = await site.openAs('/users?text=esc-');
    await page.getByRole('link', { name: 'esc-b' }).click();
    await page.getByRole('heading', { level: 1, name: 'esc-b' }).waitFor();
    const path = (): string => new URL(page.url()).pathname;
    const record = path();
    await page.getByRole('textbox', { name: 'Name', exact: true }).press('Escape');
    await page.getByRole('button', { name: 'Signed in as admin' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.getByRole('row', { name: 'Back to the list' }).waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    expect(path()).toBe(record);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'esc-a' }).waitFor();
    expect([path(), new URL(page.url()).search]).toEqual(['/platform/users', '?text=esc-']);
    // A list stands in no other page.
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'esc-a' }).waitFor();
    expect(path()).toBe('/platform/users');
    await close();
  });
});
