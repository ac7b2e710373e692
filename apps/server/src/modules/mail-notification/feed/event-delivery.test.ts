// Tests what other modules hear of mails that have not arrived.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql, type Transaction } from '../../../kernel/database/database.ts';
import { query, type SettingServer, startSettingServer } from '../../../testing/setting-server.ts';
import { eventually } from '../../../testing/sign-in.ts';
import type { MailStatusChanged } from '../api.ts';
import { endMail, lockMail } from '../log/mail-change.store.ts';
import type { RecipientStatus } from '../record/mail.types.ts';

const NOTE = sql('t_note', 'INSERT INTO t_told (id, uuid, step) VALUES ($1, $2, $3)');
let server: SettingServer;
let refuses: (event: MailStatusChanged) => boolean = () => false;
const heard: MailStatusChanged[] = [];

beforeAll(async () => {
  server = await startSettingServer({
    settings: { 'mail.sending-enabled': false, 'mail.default-sender': 'suite@mail.example' },
  });
  await query(server, 'CREATE TABLE t_told (place serial, id text UNIQUE, uuid uuid, step text)');
  const { mailNotification } = server.apis;
  const contentMap = { en: { subject: 'Hello', content: 'Text.' }, tr: { subject: 'Merhaba', content: 'Metin.' } };
  mailNotification.shipTemplate({ code: 'test.ended', name: 'Ended', sensitive: false, contentMap });
  mailNotification.registerStatusHandler('test', async (tx, event) => {
    await tx.execute(NOTE, [event.id, event.uuid, `${event.from} ${event.to}`]);
    if (refuses(event)) throw new Error('not now');
    heard.push(event);
  });
  const tell = server.jobs.find(({ name }) => name === 'mail-events')!;
  tell.wake();
  const begun = () => query(server, 'SELECT FROM mail_telling WHERE xid IS NOT NULL');
  await eventually(begun, ({ length }) => length === 1);
});
afterAll(() => server?.stop());

const accepted = () =>
  server.kernel.database.transaction((tx) =>
    server.apis.mailNotification.enqueue(tx, {
      tenantIdentifier: 'default',
      templateCode: 'test.ended',
      locale: 'en',
      to: { address: 'ada@mail.example', name: null },
      parameters: {},
      expireDate: null,
      createdBy: 'admin',
    }),
  );
const become = (uuid: string, status: RecipientStatus) =>
  server.kernel.database.transaction(async (tx: Transaction) => {
    const mail = (await lockMail(tx, { tenantIdentifier: null, uuid, createdBy: null }))!;
    const copies = mail.recipients.map(({ id }) => id);
    const now = new Date(server.clock.now());
    await endMail(tx, mail, { status, copies, copyStatus: status, removesContent: false, now, by: 'admin' });
  });
const eventsOf = async (uuid: string) =>
  (await query<{ step: string }>(server, 'SELECT step FROM t_told WHERE uuid = $1 ORDER BY place', [uuid])).map(
    ({ step }) => step,
  );
const untilDelivered = (uuid: string, count: number) =>
  eventually(
    () => eventsOf(uuid),
    ({ length }) => length >= count,
  );

it('tells of the ends of a mail that others have to know, in their order and with what its sender named, and of no other', async () => {
  const { uuid } = await accepted();
  for (const status of ['UNCERTAIN', 'SENT', 'DELIVERED', 'BOUNCED', 'COMPLAINED'] as const) await become(uuid, status);
  expect(await untilDelivered(uuid, 3)).toEqual(['QUEUED UNCERTAIN', 'DELIVERED BOUNCED', 'BOUNCED COMPLAINED']);
  const [first] = heard.filter((event) => event.uuid === uuid);
  const about = { uuid, groupUuid: null, tenantIdentifier: 'default', createdBy: 'admin', metadata: {} };
  expect(first).toMatchObject({ kind: 'mail.status-changed', from: 'QUEUED', to: 'UNCERTAIN', ...about });
});

it('tells a module again what it refused, what follows of the mail behind it, and other mails meanwhile', async () => {
  const [one, other] = [(await accepted()).uuid, (await accepted()).uuid];
  refuses = ({ uuid, to }) => uuid === one && to === 'FAILED';
  await become(one, 'FAILED');
  await become(one, 'DEAD');
  await become(other, 'EXPIRED');
  expect(await untilDelivered(other, 1)).toEqual(['QUEUED EXPIRED']);
  expect([await eventsOf(one), await query(server, 'SELECT FROM mail_event_untold')]).toMatchObject([[], [{}, {}]]);
  refuses = () => false;
  server.clock.advance(2_000);
  expect(await untilDelivered(one, 2)).toEqual(['QUEUED FAILED', 'FAILED DEAD']);
  expect(await query(server, 'SELECT FROM mail_event_untold')).toEqual([]);
});
