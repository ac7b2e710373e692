// Follows mails and edits their templates in a real browser, with a mail server that says what the test wants.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  type ScriptedServer,
  startScriptedServer,
} from '../../../apps/server/src/modules/mail-notification/smtp/scripted-smtp.fixture.ts';
import { BROWSER_TIMEOUT_MS, describeConsole } from './console-site.ts';

/** Is the width of a telephone, in which the preview is whole beside the text. */
const MAIL_WIDTH = 320;
const html = readFileSync(new URL('./mail.given.html', import.meta.url), 'utf8');

/** Counts which part of the pixels of two pictures of a size differ, in a page that has nothing else. */
async function differenceOf(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    `(async () => {
      const read = async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
        canvas.drawImage(picture, 0, 0);
        return canvas.getImageData(0, 0, picture.width, picture.height);
      };
      const [one, other] = [await read('${one.toString('base64')}'), await read('${other.toString('base64')}')];
      if (one.width !== other.width || one.height !== other.height) return 1;
      let different = 0;
      for (let at = 0; at < one.data.length; at += 4) {
        if ([0, 1, 2].some((part) => Math.abs(one.data[at + part] - other.data[at + part]) > 8)) different += 1;
      }
      return (different * 4) / one.data.length;
    })()`,
  );
}

describeConsole('mails and their templates', (site) => {
  let smtp: ScriptedServer;

  beforeAll(async () => {
    smtp = await startScriptedServer();
    await site.admin.sure.systemSetting.setValue({
      body: { code: 'mail.default-sender', scope: 'GLOBAL', value: 'suite@example.com', reason: 'A test sends mails.' },
    });
  }, BROWSER_TIMEOUT_MS);
  afterAll(async () => {
    await smtp?.stop();
  });

  const makeTemplate = async (code: string, content: string): Promise<string> => {
    const body = { code, name: code, type: 'MAIL', contentMap: { en: { subject: 'A mail', content } } } as const;
    await site.admin.sure.mailNotification.save({ body });
    return (await site.admin.sure.mailNotification.getByCode({ params: { code } })).body.uuid;
  };

  it('console 51: a mail server is added and tried, a refused mail shows its words, and is sent again while the page looks on', async () => {
    smtp.script = (command) => (command.includes('gone@') ? '550 5.1.1 nobody of this name' : undefined);
    const { page, faults, close } = await site.openAs('/mails/providers');
    await page.getByRole('button', { name: 'New mail server' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Code').fill('relay');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Relay');
    await dialog.getByRole('textbox', { name: 'Server', exact: true }).fill('127.0.0.1');
    await dialog.getByLabel('Port').fill(String(smtp.port));
    await dialog.getByLabel('Encryption').selectOption('NONE');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('dialog').getByText('It serves').waitFor();

    await page.goto(`${site.url}/platform/mails`);
    await page.getByText('No mail was sent yet.').waitFor();
    const content = { subject: 'Your order', content: html };
    await site.admin.sure.mailNotification.notifyWithContent({
      body: { to: [{ address: 'gone@example.com' }], content },
    });
    // The list hears of it by itself.
    const row = page.getByRole('row', { name: /Your order/ });
    await row.getByText('Refused').waitFor();
    await page.getByRole('link', { name: 'Refused 1' }).waitFor();
    await row.getByRole('link').click();
    await page.getByText('550 5.1.1 nobody of this name').first().waitFor();
    smtp.script = () => undefined;
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Attempt 2').waitFor();
    await page.locator('.k-facts').getByText('Sent', { exact: true }).nth(1).waitFor();
    expect(smtp.mails.map(({ to }) => to)).toEqual([['gone@example.com']]);

    await page.getByRole('button', { name: 'Show the content' }).click();
    await page
      .frameLocator('iframe[title="Your order"]')
      .getByRole('heading', { name: 'Your order is on its way' })
      .waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('console 21: the preview of a mail looks as the mail that is opened alone', async () => {
    const uuid = await makeTemplate('order.looks', html);
    const { page, faults, close } = await site.openAs(`/mail-templates/${uuid}`);
    await page.getByRole('button', { name: '320 pixels' }).click();
    const frame = page.locator('iframe[title="Preview"]');
    await page.frameLocator('iframe[title="Preview"]').getByText('Keelson Ltd').waitFor();
    const { body } = await site.admin.sure.mailNotification.mail_preview({
      body: { templateUuid: uuid, locale: 'en' },
    });
    const alone = await site.openPage({ viewport: { width: MAIL_WIDTH, height: 400 } });
    await alone.page.setContent(body.content);
    const height = Number(await alone.page.evaluate('document.documentElement.offsetHeight'));
    await vi.waitFor(async () => expect((await frame.boundingBox())?.height).toBe(height), { timeout: 10_000 });
    await alone.page.setViewportSize({ width: MAIL_WIDTH, height });
    await frame.scrollIntoViewIfNeeded();
    // What was told at the sign-in would lie above a corner of the frame.
    await page.getByText(/^You signed in last/).waitFor({ state: 'hidden' });
    const { x, y } = (await frame.boundingBox())!;
    const clip = { x: Math.round(x), y: Math.round(y), width: MAIL_WIDTH, height };
    const [shown, expected] = [await page.screenshot({ clip }), await alone.page.screenshot()];
    expect(await differenceOf(alone.page, shown, expected)).toBeLessThanOrEqual(0.01);
    expect(faults).toEqual([]);
    await alone.close();
    await close();
  });

  it('console 52: a text with faults lists all of them and is kept, what was saved meanwhile is shown beside it, and an old version comes back', async () => {
    const uuid = await makeTemplate('order.text', '<p>First words for {{ name }}.</p>');
    const { page, close } = await site.openAs(`/mail-templates/${uuid}`);
    await page
      .getByText('First words for ⟦name⟧.', { exact: false })
      .or(page.getByText('These variables have no value'))
      .first()
      .waitFor();
    const area = page.getByLabel('Content', { exact: true });
    await area.fill('<p>{{ one | nothing }}</p>\n<p>{% if %}</p>');
    await page.getByText('Content 1:', { exact: false }).waitFor();
    await page.reload();
    await page.getByText('We have kept what you typed before.').waitFor();
    expect(await area.inputValue()).toContain('{% if %}');
    await area.fill('<p>Second words for {{ name }}.</p>');
    await page.getByLabel('Values of the variables').fill('{"name": "Grace"}');
    await page.frameLocator('iframe[title="Preview"]').getByText('Second words for Grace.').waitFor();

    const { body } = await site.admin.sure.mailNotification.getByUuid({ params: { uuid } });
    const { uuid: entry, version } = body.contentMap.en!;
    await site.admin.sure.mailNotification.updateTemplateContent({
      params: { uuid, locale: 'en' },
      body: { uuid: entry, version, content: '<p>Words of somebody else.</p>' },
    });
    await page.locator('.k-beside').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else has changed this meanwhile.').waitFor();
    await page.getByRole('button', { name: 'Put mine on top' }).click();
    await page.getByText('The template is saved.').waitFor();

    const first = page.getByRole('row', { name: /^0 / });
    await first.getByRole('button', { name: 'What is different' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('− <p>First words', { exact: false }).waitFor();
    await dialog.getByText('+ <p>Second words', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await first.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByText('It is restored.').waitFor();
    const now = await site.admin.sure.mailNotification.getByUuid({ params: { uuid } });
    expect(now.body.contentMap.en!.content).toBe('<p>First words for {{ name }}.</p>');
    await vi.waitFor(async () => expect(await area.inputValue()).toContain('First words'), { timeout: 10_000 });
    await close();
  });
});
