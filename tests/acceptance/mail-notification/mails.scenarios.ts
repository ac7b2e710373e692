// Plays the scenarios of mails: what became of them, what they say, and what an operator does with them.
import { expect } from 'vitest';
import { listenTo } from '../../support/event-stream.ts';
import { type Mailbox, tokenIn } from '../../support/mailbox.ts';
import type { Scenario, World } from '../world.ts';

function mailboxOf({ mailbox }: World): Mailbox {
  if (mailbox === null) throw new Error('the mails of this server cannot be read');
  return mailbox;
}

/** Somebody is invited; without a mail server the mail is captured. */
async function invited(world: World) {
  const { address } = await world.somebodyWithAddress();
  const uuid = await mailboxOf(world).captured(address);
  return { address, uuid, params: { uuid } };
}

async function inState(world: World, status: 'FAILED' | 'UNCERTAIN' | 'RETRY') {
  const mail = await invited(world);
  await mailboxOf(world).become(mail.uuid, status);
  const statusOf = async () =>
    (await world.admin.sure.mailNotification.getMailByUuid({ params: mail.params })).body.status;
  return { ...mail, statusOf };
}

export const mailScenarios: Readonly<Record<string, Scenario>> = {
  'mail-notification getMailByUuid': async (as, world) => {
    const { address, params } = await invited(world);
    const { body } = await as(world.admin).mailNotification.getMailByUuid({ params });
    expect(body).toMatchObject({ status: 'CAPTURED', recipientList: [{ address, status: 'CAPTURED' }] });
  },
  'mail-notification queryMailPage': async (as, world) => {
    const { address } = await invited(world);
    const token = tokenIn(await mailboxOf(world).newest(address, 'auth.activation'));
    const { body } = await as(world.admin).mailNotification.queryMailPage({
      body: { recipient: address, templateCode: 'auth.activation' },
    });
    expect(body).toMatchObject({ totalElements: 1, data: [{ templateCode: 'auth.activation', status: 'CAPTURED' }] });
    expect(JSON.stringify(body)).not.toContain(token);
  },
  'mail-notification countByStatus': async (as, world) => {
    const { address } = await invited(world);
    const { body } = await as(world.admin).mailNotification.countByStatus({
      body: { recipient: address, templateCode: 'auth.activation' },
    });
    expect(body).toEqual([{ status: 'CAPTURED', count: 1 }]);
  },
  'mail-notification getAttempts': async (as, world) => {
    const { params } = await invited(world);
    const { body } = await as(world.admin).mailNotification.getAttempts({ params });
    expect(body).toMatchObject([{ number: 1, outcome: 'CAPTURED', providerCode: 'capture' }]);
  },
  'mail-notification stream': async (as, world) => {
    const { uuid, params } = await inState(world, 'RETRY');
    const listener = listenTo((await as(world.admin).mailNotification.stream({ query: { uuid: [uuid] } })).body);
    try {
      await world.admin.sure.mailNotification.cancel({ params });
      // What was committed shortly before the stream was opened may be heard, too.
      const heard = await listener.hear(({ data }) => data.to === 'CANCELLED');
      expect(heard).toMatchObject({ event: 'status', data: { uuid, from: 'RETRY' } });
    } finally {
      await listener.close();
    }
  },
  'mail-notification getContent': async (as, world) => {
    const { address, params } = await invited(world);
    const token = tokenIn(await mailboxOf(world).newest(address, 'auth.activation'));
    const { body } = await as(world.admin).mailNotification.getContent({ params });
    expect(body.text).toContain(token);
  },
  'mail-notification getRaw': async (as, world) => {
    const { address, params } = await invited(world);
    const { body } = await as(world.admin).mailNotification.getRaw({ params });
    expect(Buffer.from(body ?? '', 'base64').toString()).toContain(`To: ${address}`);
  },
  'mail-notification retryByUuid': async (as, world) => {
    const { params, statusOf } = await inState(world, 'FAILED');
    await as(world.admin).mailNotification.retryByUuid({ params });
    expect(await statusOf()).not.toBe('FAILED');
  },
  'mail-notification retry': async (as, world) => {
    const { address } = await inState(world, 'FAILED');
    const { body } = await as(world.admin).mailNotification.retry({ body: { recipient: address } });
    expect(body).toBe(1);
  },
  'mail-notification resolve': async (as, world) => {
    const { params, statusOf } = await inState(world, 'UNCERTAIN');
    await as(world.admin).mailNotification.resolve({ params, body: { delivered: true } });
    expect(await statusOf()).toBe('SENT');
  },
  'mail-notification cancel': async (as, world) => {
    const { params, statusOf } = await inState(world, 'RETRY');
    await as(world.admin).mailNotification.cancel({ params });
    expect(await statusOf()).toBe('CANCELLED');
  },
  'mail-notification inbound': async (as, { admin }) => {
    const body = 'Subject: Away\r\nAuto-Submitted: auto-replied\r\n\r\nI am away.';
    expect((await as(admin).mailNotification.inbound({ body })).body).toEqual({ outcome: 'NO_REPORT' });
  },
};
