// Plays the scenarios of who must not be sent to: suppressed addresses, and what people do not want.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';

async function suppressed({ admin, name }: World) {
  const address = `${name('kept')}@mail.example`;
  const suppressions = admin.sure.mailNotification;
  await suppressions.saveSuppression({ body: { address } });
  const list = async () => (await suppressions.querySuppressionPage({ body: { address } })).body.data;
  return { address, list };
}

export const suppressionScenarios: Readonly<Record<string, Scenario>> = {
  'mail-notification querySuppressionPage': async (as, world) => {
    const { address } = await suppressed(world);
    const { body } = await as(world.admin).mailNotification.querySuppressionPage({ body: { address } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ address, reason: 'MANUAL', group: null }] });
  },
  'mail-notification saveSuppression': async (as, { admin, name }) => {
    const body = { address: `${name('Kept')}@MAIL.example`, reason: 'UNSUBSCRIBE', group: 'news' } as const;
    await as(admin).mailNotification.saveSuppression({ body });
    const { body: found } = await admin.sure.mailNotification.querySuppressionPage({ body: { address: body.address } });
    expect(found.data).toMatchObject([{ reason: 'UNSUBSCRIBE', group: 'news', expireDate: null }]);
  },
  'mail-notification removeSuppression': async (as, world) => {
    const { address, list } = await suppressed(world);
    await as(world.admin).mailNotification.removeSuppression({ params: { address: address.toUpperCase() } });
    expect(await list()).toEqual([]);
  },
  'mail-notification getPreference': async (as, world) => {
    const person = await world.somebody();
    expect((await as(person).mailNotification.getPreference()).body).toEqual([]);
  },
  'mail-notification savePreference': async (as, world) => {
    const person = await world.somebody();
    const body = [{ category: 'reports', enabled: false }] as const;
    const saved = await as(person).mailNotification.savePreference({ body });
    expect(saved.body).toEqual([{ category: 'reports', group: null, enabled: false }]);
    expect((await person.sure.mailNotification.getPreference()).body).toEqual(saved.body);
  },
};

async function linked({ admin, mailbox, name }: World) {
  if (mailbox === null) throw new Error('the mails of this server cannot be read');
  const address = `${name('reader')}@mail.example`;
  const list = async () => (await admin.sure.mailNotification.querySuppressionPage({ body: { address } })).body.data;
  return { token: mailbox.unsubscribeToken(address, 'news'), list };
}

/** They need a link that the server made. */
export const unsubscribeScenarios: Readonly<Record<string, Scenario>> = {
  'mail-notification showUnsubscribe': async (as, world) => {
    const { token, list } = await linked(world);
    expect((await as(null).mailNotification.showUnsubscribe({ params: { token } })).body).toEqual({});
    expect(await list()).toEqual([]);
  },
  'mail-notification unsubscribe': async (as, world) => {
    const { token, list } = await linked(world);
    const body = { 'List-Unsubscribe': 'One-Click' } as const;
    expect((await as(null).mailNotification.unsubscribe({ params: { token }, body })).body).toEqual({});
    expect(await list()).toMatchObject([{ reason: 'UNSUBSCRIBE', group: 'news' }]);
  },
};
