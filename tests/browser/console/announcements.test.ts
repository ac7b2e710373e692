import { expect, it } from 'vitest';
import { describeConsole } from './console-site.ts';

describeConsole('announcements', (site) => {
  it('console 53: an announcement is looked at in both languages before it is sent, counts for whom it is, and says who acknowledged it', async () => {
    const reader = await site.createPerson('grace');
    const { page, faults, close } = await site.openAs('/announcements');
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
    const { page, close } = await site.openAs('/announcements/new');
    await page.getByLabel('Title in English').fill('Later');
    await page.getByLabel('Content in English').fill('Not yet.');
    await page.getByLabel('From', { exact: true }).fill('2040-01-01T12:00');
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page.getByText('It is scheduled.').waitFor();
    await page.goto(`${site.url}/platform/announcements/new`);
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
    const { body } = await site.admin.sure.notificationPolling.queryPage({ body: { scope: 'ALL' } });
    expect(body.data.map(({ title, status }) => [title, status])).toContainEqual(['Later', 'SCHEDULED']);
    expect(body.data.map(({ title }) => title)).not.toContain('Draft');
    await close();
  });
});
