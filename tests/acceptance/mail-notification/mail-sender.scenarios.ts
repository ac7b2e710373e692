// Plays the scenarios of senders, of the keys that sign their mails, and of a mail to oneself.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';

const newDomain = ({ name }: World): string => `${name('post').toLowerCase()}.mail.example`;

export const senderScenarios: Readonly<Record<string, Scenario>> = {
  'mail-notification saveSender': async (as, world) => {
    const address = `desk@${newDomain(world)}`;
    const { body } = await as(world.admin).mailNotification.saveSender({ body: { address } });
    expect(body).toMatchObject({ address, domain: address.slice(5), createdBy: world.admin.username });
  },
  'mail-notification querySenderPage': async (as, world) => {
    const domain = newDomain(world);
    const saved = await world.admin.sure.mailNotification.saveSender({ body: { domain } });
    const { body } = await as(world.admin).mailNotification.querySenderPage({ body: { searchText: domain } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ uuid: saved.body.uuid, domain, address: null }] });
  },
  'mail-notification deleteSender': async (as, world) => {
    const domain = newDomain(world);
    const { body } = await world.admin.sure.mailNotification.saveSender({ body: { domain } });
    await as(world.admin).mailNotification.deleteSender({ params: { uuid: body.uuid } });
    const page = await world.admin.sure.mailNotification.querySenderPage({ body: { searchText: domain } });
    expect(page.body.totalElements).toBe(0);
  },
  'mail-notification saveDkimKey': async (as, world) => {
    const domain = newDomain(world);
    const { body } = await as(world.admin).mailNotification.saveDkimKey({ body: { domain, selector: 'spring' } });
    expect(body).toMatchObject({ domain, recordName: `spring._domainkey.${domain}` });
    expect(body.recordValue).toMatch(/^v=DKIM1; k=rsa; p=MII/);
  },
  'mail-notification listDkimKeys': async (as, world) => {
    const domain = newDomain(world);
    for (const selector of ['old', 'new'])
      await world.admin.sure.mailNotification.saveDkimKey({ body: { domain, selector } });
    const { body } = await as(world.admin).mailNotification.listDkimKeys({ params: { domain } });
    expect(body.map(({ selector }) => selector)).toEqual(['new', 'old']);
  },
  'mail-notification deleteDkimKey': async (as, world) => {
    const domain = newDomain(world);
    const keys = world.admin.sure.mailNotification;
    const { body } = await keys.saveDkimKey({ body: { domain } });
    await as(world.admin).mailNotification.deleteDkimKey({ params: { uuid: body.uuid } });
    expect((await keys.listDkimKeys({ params: { domain } })).body).toEqual([]);
  },
  'mail-notification checkSender': async (as, world) => {
    const domain = newDomain(world);
    const { body: key } = await world.admin.sure.mailNotification.saveDkimKey({ body: { domain } });
    const { body } = await as(world.admin).mailNotification.checkSender({ params: { domain: domain.toUpperCase() } });
    // Nobody publishes anything of it, and the name service of the machine may not be reached.
    const result = expect.stringMatching(/^(NONE|TEMPERROR)$/);
    const { uuid, recordName } = key;
    expect(body).toMatchObject({ domain, spf: { result, record: null }, dmarc: { result, record: null } });
    expect(body.dkim).toMatchObject({ result, keyList: [{ uuid, recordName, result, record: null }] });
  },
  'mail-notification sendTest': async (as, world) => {
    const users = world.admin.sure.authentication;
    const { body: user } = await users.getUserByUsername({ params: { username: world.admin.username } });
    if (user.email === null) {
      const { uuid, version } = user;
      await users.updateUser({ body: { uuid, version, email: `${world.name('admin')}@mail.example` } });
    }
    const { body } = await as(world.admin).mailNotification.sendTest();
    expect(body).toMatchObject({ attempt: { number: 1, outcome: 'CAPTURED' } });
  },
};
