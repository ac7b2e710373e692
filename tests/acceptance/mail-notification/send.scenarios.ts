// Plays the scenarios of mails that people send.
import { expect } from 'vitest';
import type { Scenario } from '../world.ts';

export const sendScenarios: Readonly<Record<string, Scenario>> = {
  'mail-notification notify': async (as, { admin, name }) => {
    const code = name('order.sent');
    const mails = admin.sure.mailNotification;
    const contentMap = { en: { subject: 'Order {{ no }}', content: 'Dear {{ name }}.' } };
    await mails.save({ body: { code, name: 'Order sent', type: 'MAIL', contentMap } });
    const { headers } = await as(admin).mailNotification.notify({
      body: { templateCode: code, to: ['Ada <ada@mail.example>'], parameters: { no: 7, name: 'Ada' } },
    });
    const uuid = headers.get('x-svc-notification-uuid') ?? '';
    expect(headers.get('location')).toBe(`/notification/mail/by-uuid/${uuid}`);
    const { body } = await mails.getMailByUuid({ params: { uuid } });
    expect(body).toMatchObject({ subject: 'Order 7', recipientList: [{ address: 'ada@mail.example', name: 'Ada' }] });
    expect((await mails.getContent({ params: { uuid } })).body.text).toContain('Dear Ada.');
  },
  'mail-notification notifyWithContent': async (as, { admin }) => {
    const mails = admin.sure.mailNotification;
    const content = { subject: 'On {{ day }}', content: '<p onclick="x()">Closed <b>today</b></p>' } as const;
    const { headers } = await as(admin).mailNotification.notifyWithContent({
      body: { to: ['ada@mail.example'], content, category: 'news' },
    });
    const uuid = headers.get('x-svc-notification-uuid') ?? '';
    const { body } = await mails.getMailByUuid({ params: { uuid } });
    expect(body).toMatchObject({ templateCode: null, subject: 'On {{ day }}', category: 'news' });
    const said = (await mails.getContent({ params: { uuid } })).body;
    expect(said.html).toContain('Closed <b>today</b>');
    expect(said.text).toContain('Closed today');
  },
  'mail-notification notifyBatch': async (as, { admin, name }) => {
    const code = name('order.batch');
    const mails = admin.sure.mailNotification;
    const contentMap = { en: { subject: 'Order {{ no }}', content: 'Thank you.' } };
    await mails.save({ body: { code, name: 'Order sent', type: 'MAIL', contentMap } });
    const one = (no: number) => ({ templateCode: code, to: ['ada@mail.example'], parameters: { no } });
    const { body } = await as(admin).mailNotification.notifyBatch({
      body: { requests: [one(1), { ...one(2), templateCode: 'no.such' }, one(3)] },
    });
    expect(body.map(({ errorCode }) => errorCode)).toEqual([null, 'NOTIFICATION_TEMPLATE_NOT_FOUND', null]);
    const found = await mails.getMailByUuid({ params: { uuid: body[2]!.uuid! } });
    expect(found.body.subject).toBe('Order 3');
  },
};
