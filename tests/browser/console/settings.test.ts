// Follows settings, those of everybody and the own ones, that change elsewhere, in a real browser; runs only where KEELSON_BROWSER names one.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PERSON_PASSWORD, type Person, signInAdmin } from '../../support/people.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { BROWSER_TIMEOUT_MS, describeConsole } from './console-site.ts';

const CODE = 'desk.rows';

describeConsole('settings that change elsewhere', (site) => {
  let other: ServerProcess;
  let elsewhere: Person;

  beforeAll(async () => {
    await site.admin.sure.systemSetting.save({
      body: {
        code: CODE,
        name: 'Rows of a page',
        type: 'NUMBER',
        defaultValue: 20,
        userOverridable: true,
        visibility: 'SESSION',
      },
    });
    other = await startServerProcess({
      databaseUrl: site.databaseUrl,
      environment: { KEELSON_SECRET_KEYS: site.secretKeys },
    });
    elsewhere = await signInAdmin(other.url);
  }, BROWSER_TIMEOUT_MS);
  afterAll(() => other?.stop());

  /** Sets it for everybody, in another process. */
  const set = async (value: number): Promise<void> => {
    const chain = (await elsewhere.sure.systemSetting.getEffective({ params: { code: CODE } })).body.chain;
    const version = chain.find(({ level }) => level === 'GLOBAL')?.version ?? undefined;
    const body = { code: CODE, scope: 'GLOBAL', value, ...(version === undefined ? {} : { version }) } as const;
    await elsewhere.sure.systemSetting.setValue({ body });
  };

  it('console 65: a person has a value of their own, changes it again, and goes back to that of everybody, which is followed', async () => {
    const tina = await site.createPerson('tina');
    const own = async () => (await tina.sure.systemSetting.getUserValues()).body[CODE];
    const { page, faults, close } = await site.openAs('/account?part=wishes', 'tina', PERSON_PASSWORD);
    const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Rows of a page' }) });
    const value = section.getByRole('textbox', { name: 'Value' });
    const shows = (text: string) =>
      vi.waitFor(async () => expect(await value.inputValue()).toBe(text), { timeout: 10_000 });
    await shows('20');
    for (const typed of ['30', '40']) {
      await value.fill(typed);
      await section.getByRole('button', { name: 'Save' }).click();
      await vi.waitFor(async () => expect(await own()).toBe(Number(typed)), { timeout: 10_000 });
    }
    await set(25);
    await section.getByRole('button', { name: 'As usual' }).click();
    await shows('25');
    expect(await own()).toBe(25);
    await set(26);
    await shows('26');
    await value.fill('77');
    await set(27);
    await page.getByRole('tab', { name: 'Messages and settings' }).waitFor();
    expect(await value.inputValue()).toBe('77');
    await section.getByRole('button', { name: 'Save' }).click();
    await vi.waitFor(async () => expect(await own()).toBe(77), { timeout: 10_000 });
    expect(faults).toEqual([]);
    await close();
  });

  it('console 18: a change by another process is shown at once, and compared with what somebody was typing', async () => {
    await set(30);
    const { page, faults, close } = await site.openAs(`/settings/${CODE}`);
    const value = page.getByRole('textbox', { name: 'Value' });
    await page.locator('.k-facts strong', { hasText: /^30$/ }).waitFor();
    await set(33);
    await page.locator('.k-facts strong', { hasText: /^33$/ }).waitFor();
    await vi.waitFor(async () => expect(await value.inputValue()).toBe('33'), { timeout: 10_000 });
    const conflict = page.getByRole('alert').filter({ hasText: 'Saved by admin,' });
    const type = async (mine: number, theirs: number): Promise<void> => {
      await value.fill(String(mine));
      await set(theirs);
      await page.locator('.k-facts strong', { hasText: new RegExp(`^${theirs}$`) }).waitFor();
      expect(await value.inputValue()).toBe(String(mine));
      await page.getByRole('button', { name: 'Set the value' }).click();
      await conflict.getByRole('row', { name: `Value ${theirs} ${mine}` }).waitFor();
    };
    const effective = async () =>
      (await site.admin.sure.systemSetting.getEffective({ params: { code: CODE } })).body.value;
    await type(44, 35);
    await conflict.getByRole('button', { name: 'Put mine on top' }).click();
    await page.getByText('The value is set.').waitFor();
    expect(await effective()).toBe(44);
    await type(50, 36);
    await conflict.getByRole('button', { name: 'Show the newer one' }).click();
    expect([await value.inputValue(), await effective(), faults]).toEqual(['36', 36, []]);
    await close();
  });
});
