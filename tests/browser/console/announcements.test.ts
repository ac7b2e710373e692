// Announces something in a real browser: in both languages, to some people, later, and takes it back.
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

  it('console 64: a draft is opened, changed and published, and a text of a third language and its mixed audience stay', async () => {
    await site.createPerson('hans');
    const { notificationPolling: polling } = site.admin.sure;
    const sent = await polling.send({
      body: {
        contentMap: {
          default: { title: 'Party', content: 'Come all.' },
          tr: { title: 'Parti', content: 'Hepiniz gelin.' },
          de: { title: 'Fest', content: 'Kommt alle.' },
        },
        actionUrl: '/platform/inbox',
        audience: { users: ['hans'], roles: ['ROLE_USER'] },
        publish: false,
      },
    });
    const params = { uuid: sent.body.uuid };
    const { page, faults, close } = await site.openAs(`/announcements/${params.uuid}`);
    await page.getByRole('link', { name: 'Change the announcement' }).click();
    const title = page.getByLabel('Title in English');
    await title.waitFor();
    expect([
      await title.inputValue(),
      await page.getByLabel('Content in Turkish').inputValue(),
      await page.getByLabel('From', { exact: true }).inputValue(),
    ]).toEqual(['Party', 'Hepiniz gelin.', '']);
    await title.fill('Summer party');
    await page.getByLabel('Link', { exact: true }).fill('');
    await page.reload();
    await page.getByText('We have kept what you typed before.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The announcement is changed.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Summer party' }).waitFor();
    const changed = (await polling.getAnnouncement({ params, query: { locale: 'de' } })).body;
    expect(changed).toMatchObject({ title: 'Fest', status: 'DRAFT', actionUrl: null });
    expect(changed.audience).toMatchObject({ users: ['hans'], roles: ['ROLE_USER'] });

    await page.getByRole('link', { name: 'Change the announcement' }).click();
    await page.getByLabel('For whom').selectOption('users');
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await page.getByText('It is published.').waitFor();
    const published = (await polling.getAnnouncement({ params, query: { locale: 'tr' } })).body;
    expect(published).toMatchObject({ title: 'Parti', status: 'PUBLISHED' });
    expect([published.audience?.users, published.audience?.roles ?? []]).toEqual([['hans'], []]);
    // What people have seen is not changed behind their backs.
    expect(await page.getByRole('link', { name: 'Change the announcement' }).count()).toBe(0);
    await page.goto(`${site.url}/platform/announcements/${params.uuid}/edit`);
    await page.getByText('People have seen it already', { exact: false }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('console 64: one that is scheduled is moved, compared with what somebody else has saved meanwhile, and withdrawn', async () => {
    const { notificationPolling: polling } = site.admin.sure;
    const body = { title: 'Release', content: 'Version 2.', startDate: '2040-01-01T12:00:00Z' };
    const params = { uuid: (await polling.send({ body })).body.uuid };
    const { page, close } = await site.openAs(`/announcements/${params.uuid}/edit`);
    await page.getByLabel('From', { exact: true }).fill('2041-02-03T04:05');
    const { version } = (await polling.getAnnouncement({ params })).body;
    await polling.updateAnnouncement({ body: { ...params, version, title: 'Their release' } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = page.getByRole('alert').filter({ hasText: 'Saved by admin,' });
    await conflict.getByRole('row', { name: 'Title in English Their release Release' }).waitFor();
    await conflict.getByRole('button', { name: 'Put mine on top' }).click();
    await page.getByText('The announcement is changed.').waitFor();
    const moved = (await polling.getAnnouncement({ params })).body;
    expect([moved.title, moved.status, moved.startDate.slice(0, 4)]).toEqual(['Release', 'SCHEDULED', '2041']);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('It is withdrawn.').waitFor();
    expect((await polling.getAnnouncement({ params })).body.status).toBe('WITHDRAWN');
    await close();
  });
});
