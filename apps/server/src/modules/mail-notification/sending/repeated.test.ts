// Proves that a request which is sent again, at once or later, makes one mail.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, query } from '../../../testing/sign-in.ts';
import { saveTemplate, signInWith, type TemplateServer } from '../template-server.fixture.ts';
import { notify, readGroup, readMail, refused, sent, startSendingServer } from './send.fixture.ts';

let server: TemplateServer;
beforeAll(async () => {
  server = await startSendingServer();
});
afterAll(() => server?.stop());

const PARALLEL = 50;
const times = <T>(work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: PARALLEL }, (_, i) => work(i)));
const to = () => [`${randomUUID()}@mail.example`];
const mailsTo = async (address: string) =>
  (await query(server, 'SELECT FROM mail_recipient WHERE address = $1', [address])).length;

describe('a request', () => {
  it('mail-notification 18: with a uuid of its own is one mail however often it is sent at once, and each answer is the same', async () => {
    const body = { uuid: randomUUID(), to: to() };
    const answers = await times(() => notify(server, body));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ headers }) => headers.get('x-svc-notification-uuid')))).toEqual(new Set([body.uuid]));
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
    expect(await mailsTo(body.to[0]!)).toBe(1);
  });

  it('mail-notification 18: with the uuid of another request is 409, also where both come at once', async () => {
    const uuid = randomUUID();
    const address = to();
    const answers = await times((index) => notify(server, { uuid, to: address, metadata: { n: String(index % 2) } }));
    const codes = answers.map(({ status, error }) => `${status} ${error?.errorCode ?? ''}`);
    expect(new Set(codes)).toEqual(new Set(['200 ', '409 MAIL_ALREADY_EXISTS']));
    expect(codes.filter((code) => code === '200 ')).toHaveLength(PARALLEL / 2);
    expect(await mailsTo(address[0]!)).toBe(1);
  });

  it('mail-notification 18: is another one where somebody else sends it, and one of another tenant where it comes from there', async () => {
    const body = { uuid: randomUUID(), to: to() };
    await sent(server, body);
    const token = await signInWith(server, 'second', ['NOTIFICATION_MAIL_SEND']);
    expect(await refused(notify(server, body, { token }))).toMatchObject({
      status: 409,
      errorCode: 'MAIL_ALREADY_EXISTS',
    });
    await createTenant(server, 'elsewhere');
    const stranger = await signInWith(server, 'stranger', ['ROLE_TENANT_ADMIN'], 'elsewhere');
    await saveTemplate(server, { code: 'hello' }, stranger);
    for (const _time of [1, 2]) {
      const theirs = await notify(server, body, { token: stranger });
      expect(theirs.status, theirs.text).toBe(200);
      expect(theirs.headers.get('x-svc-notification-uuid')).toBe(body.uuid);
    }
    expect(await mailsTo(body.to[0]!)).toBe(2);
    const read = await server.as<{ createdBy: string }>(stranger, 'GET', `/notification/mail/by-uuid/${body.uuid}`);
    expect(read.body.createdBy).toBe('stranger');
    expect((await readMail(server, body.uuid)).createdBy).toBe('admin');
  });

  it('mail-notification 18: of separate mails has one group however often it is sent, and the uuid serves no other one', async () => {
    const body = { uuid: randomUUID(), to: [...to(), ...to()], separate: true };
    const answers = await times(() => notify(server, body));
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('location')}`)).size).toBe(1);
    expect(answers[0]?.headers.get('x-svc-notification-uuid')).toBe(body.uuid);
    expect(await readGroup(server, body.uuid)).toHaveLength(2);
    const others = [
      { ...body, to: to() },
      { uuid: body.uuid, to: to() },
    ];
    for (const other of others) expect((await refused(notify(server, other))).errorCode).toBe('MAIL_ALREADY_EXISTS');
    expect(await readGroup(server, body.uuid)).toHaveLength(2);
  });

  it('mail-notification 18: for one group is one of two that come at once, although no mail of them is the same', async () => {
    const uuid = randomUUID();
    const bodies = Array.from({ length: 10 }, () => ({ uuid, to: to(), separate: true }));
    const answers = await Promise.all(bodies.map((body) => notify(server, body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await readGroup(server, uuid)).toHaveLength(1);
  });

  it('mail-notification 18: under one Idempotency-Key is one mail, and another body under it is refused', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { to: to() };
    const answers = await times(() => notify(server, body, { headers }));
    const codes = new Set(answers.map(({ status, error }) => `${status} ${error?.errorCode ?? ''}`));
    expect([...codes].filter((code) => code !== '200 ' && code !== '409 IDEMPOTENCY_IN_PROGRESS')).toEqual([]);
    const again = await notify(server, body, { headers });
    const first = answers.find(({ status }) => status === 200);
    expect(again.headers.get('location')).toBe(first?.headers.get('location'));
    expect(await mailsTo(body.to[0]!)).toBe(1);
    expect((await refused(notify(server, { to: to() }, { headers }))).errorCode).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('with a uuid that the suite has given to a mail is 409', async () => {
    const uuid = await sent(server, { to: to() });
    expect((await refused(notify(server, { uuid, to: to() }))).errorCode).toBe('MAIL_ALREADY_EXISTS');
  });
});
