// Changes the language while somebody is at work, in a real browser: everything is said in the other one, and nothing typed is lost.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { PERSON_PASSWORD } from '../../support/people.ts';
import { BROWSER_TIMEOUT_MS, describeConsole } from './console-site.ts';

const example = new URL('../../../docs/examples/leave-request.bpmn', import.meta.url);

describeConsole('the language of the console', (site) => {
  beforeAll(async () => {
    const { admin } = site;
    await site.createPerson('ada');
    const files = { xmlFile: [{ fileName: 'leave-request.bpmn', bytes: readFileSync(example) }] };
    await admin.sure.bpmnEngine.deploy({ files });
    const events = Array.from({ length: 1_234 }, () => ({
      eventName: 'order.left',
      service: 'language',
      message: 'Counted',
    }));
    for (let at = 0; at < events.length; at += 1_000) {
      await admin.sure.loggerProducer.produceBatchSync({ body: events.slice(at, at + 1_000) });
    }
  }, BROWSER_TIMEOUT_MS);

  const choose = async (page: Page, person: string, language: 'English' | 'Türkçe'): Promise<void> => {
    await page.getByRole('button', { name: person }).click();
    await page.getByRole('menuitem', { name: language }).click();
  };
  const toTurkish = (page: Page, username: string) => choose(page, `Signed in as ${username}`, 'Türkçe');
  const toEnglish = (page: Page, username: string) => choose(page, `Oturum: ${username}`, 'English');

  it('console 30: a form of users keeps what is typed, and says in the other language what the server found wrong with it', async () => {
    const { page, faults, close } = await site.openAs('/users/new');
    await page.getByLabel('Username').fill('ada');
    await page.getByLabel('Mail address').fill('ada@home.example');
    await page.getByRole('button', { name: 'Create the user' }).click();
    await page.getByText('The name is taken.').waitFor();
    await toTurkish(page, 'admin');
    await page.getByText('Bu ad kullanılıyor.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Yeni kullanıcı' }).waitFor();
    await page.getByRole('navigation', { name: 'Menü' }).getByRole('link', { name: 'Kullanıcılar' }).waitFor();
    expect([
      await page.getByLabel('Kullanıcı adı').inputValue(),
      await page.getByLabel('E-posta adresi').inputValue(),
      await page.evaluate('document.documentElement.lang'),
      await page.title(),
      await page.getByText('The name is taken.').count(),
      // It is the same form still: nothing says that it was kept from before.
      await page.getByText('Daha önce yazdıklarınızı sakladık.').count(),
    ]).toEqual(['ada', 'ada@home.example', 'tr', 'Yeni kullanıcı – Keelson', 0, 0]);
    // What the form itself finds wrong is said anew too.
    await page.getByLabel('Kullanıcı adı').fill('');
    await page.getByRole('button', { name: 'Kullanıcıyı oluştur' }).click();
    await page.getByText('Lütfen burayı doldurun.').waitFor();
    await toEnglish(page, 'admin');
    await page.getByText('Please fill this in.').waitFor();
    expect([await page.getByLabel('Mail address').inputValue(), faults]).toEqual(['ada@home.example', []]);
    await close();
  });

  it('console 30: a form of a setting keeps value and reason; its name, its bounds, its history and the refusal are said anew', async () => {
    const code = 'session.idle-timeout';
    const changes = [{ code, value: 45, reason: 'so that there is a history' }];
    await site.admin.sure.systemSetting.setValues({ body: changes });
    const { page, faults, close } = await site.openAs(`/settings/${code}`);
    const history = page.getByRole('region', { name: 'History' });
    const exact = (await history.getByRole('time').getAttribute('title'))!;
    await page.getByRole('textbox', { name: 'Value' }).fill('1441');
    await page.getByRole('textbox', { name: 'Why' }).fill('Longer evenings');
    await page.getByRole('button', { name: 'Set the value' }).click();
    await page.getByText('Must be at most 1440.').waitFor();
    await toTurkish(page, 'admin');
    await page.getByText('En çok 1440 olabilir.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'İstek gelmeyen oturumun kapanma süresi' }).waitFor();
    await page.getByText('45 dakika', { exact: true }).waitFor();
    const told = page.getByRole('region', { name: 'Geçmiş' }).getByRole('time');
    const [year] = /\d{4}/.exec(exact)!;
    expect([await told.getAttribute('title'), await told.innerText()]).toEqual([
      expect.stringMatching(
        new RegExp(`^\\d+ (Oca|Şub|Mar|Nis|May|Haz|Tem|Ağu|Eyl|Eki|Kas|Ara)\\S* ${year} (Pa|Sa|Ça|Pe|Cu)`),
      ),
      expect.stringMatching(/önce|dakika|şimdi/),
    ]);
    expect([
      await page.getByRole('textbox', { name: 'Değer' }).inputValue(),
      await page.getByRole('textbox', { name: 'Neden' }).inputValue(),
      faults,
    ]).toEqual(['1441', 'Longer evenings', []]);
    await close();
  });

  it('console 30: a task that is filled in keeps its values, what is wrong with them and its focus', async () => {
    const variables = { days: 7, decideBy: '2027-06-01T12:00:00Z' };
    const params = { processDefinitionKey: 'leave-request' };
    await site.admin.sure.bpmnEngine.startProcessInstanceByKey({ params, body: { businessKey: 'L-30', variables } });
    const { body } = await site.admin.sure.bpmnEngine.task_queryPage({ body: { businessKey: 'L-30' } });
    const { id } = body.data[0]!;
    await site.admin.sure.bpmnEngine.claim({ params: { id } });
    const { page, faults, close } = await site.openAs(`/tasks/${id}`);
    await page.getByLabel('days').fill('seven');
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByText('Please enter a number.').waitFor();
    await page.getByRole('button', { name: 'Signed in as admin' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Türkçe' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Lütfen bir sayı girin.').waitFor();
    await page.getByRole('button', { name: 'Tamamla', exact: true }).waitFor();
    await page.getByText('Oluşturulma').waitFor();
    const person = page.getByRole('button', { name: 'Oturum: admin' });
    await person.and(page.locator(':focus')).waitFor();
    expect([await page.getByLabel('days').inputValue(), faults]).toEqual(['seven', []]);
    await close();
  });

  it('console 30: who chooses a language in one tab reads it in the others, in a dialog that is open there too', async () => {
    const { page, faults, close } = await site.openAs('/roles');
    await page.getByRole('button', { name: 'New role' }).click();
    const dialog = page.getByRole('dialog', { name: 'New role' });
    await dialog.getByLabel('Code').fill('ROLE_USER');
    await dialog.getByRole('button', { name: 'Create the role' }).click();
    await dialog.getByText('There is a role with this code already.').or(dialog.getByRole('alert')).first().waitFor();
    const english = await dialog.innerText();
    const other = await page.context().newPage();
    await other.goto(`${site.url}/platform/events?text=service:language`);
    await other.getByText('1,234').first().waitFor();
    await toTurkish(other, 'admin');
    await other.getByText('1.234').first().waitFor();
    const turkish = page.getByRole('dialog', { name: 'Yeni rol' });
    await turkish.waitFor();
    await expect.poll(() => turkish.innerText()).not.toContain(english.split('\n').at(-2)!);
    expect(await turkish.getByLabel('Kod').inputValue()).toBe('ROLE_USER');
    // Nothing of what stood there in English stands there still.
    const lines = new Set(english.split('\n').filter((line) => /[a-z]{3}/.test(line)));
    expect((await turkish.innerText()).split('\n').filter((line) => lines.has(line))).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('console 30: the sign-in says in the other language what it has refused, and shows a password by a button that is named in it', async () => {
    const { page, faults, close } = await site.openPage();
    await page.goto(`${site.url}/sign-in`);
    await page.getByLabel('Username').fill('ada');
    await page.getByLabel('Password', { exact: true }).fill('not hers');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('The username or the password is wrong.').waitFor();
    await page.getByRole('button', { name: 'Türkçe' }).click();
    await page.getByRole('alert').getByText('Kullanıcı adı veya parola yanlış.').waitFor();
    await page.getByRole('button', { name: 'Yazdığımı göster' }).click();
    const field = page.getByLabel('Parola', { exact: true });
    expect([await field.getAttribute('type'), await field.inputValue()]).toEqual(['text', 'not hers']);
    await field.fill(PERSON_PASSWORD);
    await page.getByRole('button', { name: 'Oturum aç', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Ana sayfa' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
