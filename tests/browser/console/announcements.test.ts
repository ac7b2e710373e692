// Announces something in a real browser: in both languages, to some people, later, and takes it back.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, type Person, signInAdmin } from '../../support/people.ts';
import { makeDataDirectory, removeDataDirectory, type ServerProcess } from '../../support/server-process.ts';
import { browserProgram, openBrowser } from '../chromium.ts';
import { openAs, startConsole } from './console-page.ts';

const BROWSER_TIMEOUT_MS = 120_000;

describe.skipIf(browserProgram === undefined)('announcements', { timeout: BROWSER_TIMEOUT_MS }, () => {
  let directory: string;
  let server: ServerProcess;
  let admin: Person;
  let browser: Browser;

  beforeAll(async () => {
    directory = makeDataDirectory();
    server = await startConsole(directory);
    admin = await signInAdmin(server.url);
    browser = await openBrowser();
  }, BROWSER_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    removeDataDirectory(directory);
  });

  it('console 53: an announcement is looked at in both languages before it is sent, counts for whom it is, and says who acknowledged it', async () => {
    const reader = await createPerson(admin, server.url, 'grace');
    const { page, faults, close } = await openAs(browser, server.url, '/announcements');
    await page.getByRole('link', { name: 'New announcement' }).click();
    await page.getByLabel('Title in English').fill('Rules');
    await page.getByLabel('Content in English').fill('Read *them*.');
    await page.getByLabel('Title in Turkish').fill('Kurallar');
    await page.getByLabel('Content in Turkish').fill('Onları okuyun.');
    await page.getByLabel('Written as').selectOption('MARKDOWN');
    await page.getByLabel('Has to be acknowledged').check();
    await page.getByLabel('For whom').selectOption('users');
    // What is missing is told before anything is sent.
    await page.getByRole('alert').waitFor();
    await page.getByRole('combobox', { name: 'Some people' }).fill('grace');
    await page.getByRole('option', { name: /grace/ }).click();
    await page.getByText('It is for 1 person.').waitFor();
    await page.frameLocator('iframe[title="Rules"]').locator('em', { hasText: 'them' }).waitFor();
    await page.frameLocator('iframe[title="Kurallar"]').getByText('Onları okuyun.').waitFor();
    await page.reload();
    await page.getByText('We have kept what you typed before.').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
    const { body } = await reader.sure.notificationPolling.queryPage({ body: { locale: 'tr' } });
    expect(body.data.map(({ title, acknowledgementRequired }) => [title, acknowledgementRequired])).toEqual([
      ['Kurallar', true],
    ]);
    await page.getByText('Nobody has acknowledged it yet.').waitFor();
    await reader.sure.notificationPolling.acknowledgeAnnouncement({ params: { uuid: body.data[0]!.uuid } });
    await page.reload();
    await page.getByRole('cell', { name: 'grace' }).waitFor();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('It is withdrawn.').waitFor();
    expect((await reader.sure.notificationPolling.queryPage()).body.totalElements).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('console 53: one that starts later is scheduled, a draft is published, and is deleted', async () => {
    const { page, close } = await openAs(browser, server.url, '/announcements/new');
    await page.getByLabel('Title in English').fill('Later');
    await page.getByLabel('Content in English').fill('Not yet.');
    await page.getByLabel('From', { exact: true }).fill('2040-01-01T12:00');
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page.getByText('It is scheduled.').waitFor();
    await page.goto(`${server.url}/platform/announcements/new`);
    await page.getByLabel('Title in English').fill('Draft');
    await page.getByLabel('Content in English').fill('Not sent.');
    await page.getByRole('button', { name: 'Keep as a draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'Draft' }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Announcements' }).waitFor();
    const { body } = await admin.sure.notificationPolling.queryPage({ body: { scope: 'ALL' } });
    expect(body.data.map(({ title, status }) => [title, status])).toContainEqual(['Later', 'SCHEDULED']);
    expect(body.data.map(({ title }) => title)).not.toContain('Draft');
    await close();
  });
});
