// Tests what answers to invitations do: what the attendee said who is proven to have written them, and nothing else.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { SvcCalendarEventModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedDns } from '../../../testing/scripted-dns.ts';
import { createTenant } from '../../../testing/setting-server.ts';
import { people, startCalendarServer, told } from '../calendar/calendar-server.fixture.ts';
import { signMessage } from '../dkim/sign-message.ts';
import { query, signInWith, type TemplateServer } from '../template-server.fixture.ts';

let server: TemplateServer;
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
// The same key is published by every domain but those that are named `gone`.
const dns = createScriptedDns();
dns.script = (name) =>
  name.includes('gone')
    ? { outcome: 'none' }
    : { outcome: 'found', texts: [`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`] };
beforeAll(async () => {
  server = await startCalendarServer({ dns });
});
afterAll(() => server?.stop());

interface Reply {
  readonly uid: string;
  readonly attendee?: string;
  readonly from?: string;
  readonly sequence?: number;
  readonly stamp?: string;
  readonly status?: string;
  /** Lines of the event beside those that every answer has. */
  readonly lines?: readonly string[];
  readonly sentBy?: string;
  readonly method?: string;
}

function replyOf(reply: Reply): string {
  const { uid, attendee = 'ada@mail.example', from = attendee, sequence = 0, stamp = '20260101T000100Z' } = reply;
  const { status = 'ACCEPTED', lines = [], sentBy, method = 'REPLY' } = reply;
  const inStead = sentBy === undefined ? '' : `;SENT-BY="mailto:${sentBy}"`;
  const calendar = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//test//EN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${stamp}`,
    'DTSTART:20260302T070000Z',
    'ORGANIZER:mailto:olga@mail.example',
    `ATTENDEE;PARTSTAT=${status}${inStead}:mailto:${attendee}`,
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  const head = [
    `From: Somebody <${from}>`,
    'To: olga@mail.example',
    'Subject: Accepted: Review',
    'Date: Thu, 01 Jan 2026 00:01:00 +0000',
    'MIME-Version: 1.0',
    `Content-Type: text/calendar; charset=utf-8; method=${method}`,
  ];
  return `${[...head, '', ...calendar].join('\r\n')}\r\n`;
}

async function take(mail: Buffer | string, token = server.admin): Promise<string | undefined> {
  const response = await fetch(`${server.url}/notification/mail/inbound`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'message/rfc822' },
    body: mail,
  });
  const { body } = (await response.json()) as { body: { outcome: string } | null };
  return body?.outcome;
}
const signed = (mail: string, domain = 'mail.example') =>
  signMessage(Buffer.from(mail), { domain, selector: 'unit', privateKey: createPrivateKey(privateKey) });
/** Signs it as the domain of the sender does. */
const answer = async (reply: Reply, token?: string) => take(await signed(replyOf(reply)), token);

async function invited(calendar: object = {}, token?: string): Promise<string> {
  const attendees = people('ada', 'bob');
  const event = { summary: 'Review', startDate: '2026-03-02T07:00:00Z', organizer: { address: 'olga@mail.example' } };
  return (await told(server, { ...event, attendees, ...calendar }, token === undefined ? {} : { token })).uid;
}
async function participation(uid: string, token = server.admin) {
  const path = `/notification/calendar/by-uid/${encodeURIComponent(uid)}`;
  const { body } = await server.as<SvcCalendarEventModel>(token, 'GET', path);
  return body.attendees.map(({ participationStatus }) => participationStatus);
}
const untouched = ['NEEDS_ACTION', 'NEEDS_ACTION'];

describe('an answer', () => {
  it('mail-notification 27: says what the attendee said, as an event that causes no mail', async () => {
    const uid = await invited();
    const count = async () => (await query<{ n: number }>(server, 'SELECT count(*)::int AS n FROM mail'))[0]!.n;
    const before = await count();
    expect(await answer({ uid })).toBe('TAKEN');
    expect(await participation(uid)).toEqual(['ACCEPTED', 'NEEDS_ACTION']);
    expect(await answer({ uid, attendee: 'BOB@mail.example', status: 'declined' })).toBe('TAKEN');
    expect(await participation(uid)).toEqual(['ACCEPTED', 'DECLINED']);
    expect(await count()).toBe(before);
    const events = await query<{ row: string }>(
      server,
      `SELECT e::text AS row FROM log_event e WHERE event_name = 'mail.calendar-replied' AND e::text LIKE '%' || $1 || '%'`,
      [uid],
    );
    expect(events).toHaveLength(2);
    // A change of the text keeps what was said, and does not let an old answer in again.
    await told(server, {
      uid,
      summary: 'Other',
      startDate: '2026-03-02T07:00:00Z',
      organizer: { address: 'olga@mail.example' },
      attendees: people('ada', 'bob'),
    });
    expect(await answer({ uid, status: 'DECLINED' })).toBe('UNCHANGED');
    expect(await participation(uid)).toEqual(['ACCEPTED', 'DECLINED']);
  });

  it('mail-notification 27: is taken once, and not behind a later one', async () => {
    const uid = await invited();
    const mail = await signed(replyOf({ uid, stamp: '20260101T000200Z', status: 'TENTATIVE' }));
    const both = await Promise.all([take(mail), take(mail)]);
    expect(both.sort()).toEqual(['TAKEN', 'UNCHANGED']);
    expect(await answer({ uid, stamp: '20260101T000159Z' })).toBe('UNCHANGED');
    // Nobody's clock keeps later answers out.
    expect(await answer({ uid, stamp: '20990101T000000Z' })).toBe('UNCHANGED');
    expect(await participation(uid)).toEqual(['TENTATIVE', 'NEEDS_ACTION']);
    expect(await answer({ uid, stamp: '20260101T000201Z' })).toBe('TAKEN');
    expect(await participation(uid)).toEqual(['ACCEPTED', 'NEEDS_ACTION']);
  });

  it('mail-notification 27: of a stranger, or of one attendee for another, changes nothing', async () => {
    const uid = await invited();
    expect(await answer({ uid, attendee: 'eve@mail.example' })).toBe('NOT_ATTRIBUTED');
    expect(await answer({ uid, from: 'bob@mail.example' })).toBe('NOT_ATTRIBUTED');
    const stranger = replyOf({ uid, from: 'eve@elsewhere.example', sentBy: 'eve@elsewhere.example' });
    expect(await take(await signed(stranger, 'elsewhere.example'))).toBe('NOT_ATTRIBUTED');
    expect(await answer({ uid: 'unknown@mail.example' })).toBe('NOT_ATTRIBUTED');
    expect(await participation(uid)).toEqual(untouched);
    // Whoever writes for her is of her domain, and says so.
    expect(await answer({ uid, from: 'desk@mail.example', sentBy: 'desk@mail.example' })).toBe('TAKEN');
    expect(await participation(uid)).toEqual(['ACCEPTED', 'NEEDS_ACTION']);
  });

  it('mail-notification 27: is proven by a signature over all of it, aligned with its one sender', async () => {
    const uid = await invited();
    const mail = replyOf({ uid });
    expect(await take(mail)).toBe('NOT_ATTRIBUTED');
    expect(await take(await signed(mail, 'elsewhere.example'))).toBe('NOT_ATTRIBUTED');
    expect(await take(await signed(mail, 'gone.mail.example'))).toBe('NOT_ATTRIBUTED');
    const changed = (await signed(mail)).toString().replace('PARTSTAT=ACCEPTED', 'PARTSTAT=DECLINED');
    expect(await take(changed)).toBe('NOT_ATTRIBUTED');
    const twoSenders = mail.replace('From: ', 'From: bob@mail.example\r\nFrom: ');
    expect(await take(await signed(twoSenders))).not.toBe('TAKEN');
    const many = (await signed(mail)).toString();
    const signature = many.slice(0, many.indexOf('\r\nFrom: ') + 2);
    const before = dns.asked.length;
    expect(await take(`${signature.repeat(6)}${mail}`)).toBe('NOT_ATTRIBUTED');
    expect(dns.asked).toHaveLength(before);
    expect(await participation(uid)).toEqual(untouched);
  });

  it('mail-notification 27: to an invitation that is not the last one changes nothing', async () => {
    const uid = await invited();
    const move = {
      uid,
      summary: 'Review',
      startDate: '2026-03-03T07:00:00Z',
      organizer: { address: 'olga@mail.example' },
      attendees: people('ada', 'bob'),
    };
    await told(server, move);
    expect(await answer({ uid })).toBe('UNCHANGED');
    expect(await answer({ uid, sequence: 2 })).toBe('UNCHANGED');
    expect(await participation(uid)).toEqual(untouched);
    expect(await answer({ uid, sequence: 1 })).toBe('TAKEN');
    await told(server, { uid, method: 'CANCEL' });
    expect(await answer({ uid, sequence: 2, status: 'DECLINED', stamp: '20260101T000300Z' })).toBe('UNCHANGED');
  });

  it('mail-notification 27: that is none, names two, or was made to be slow is dropped', async () => {
    const uid = await invited();
    for (const bad of [
      { lines: ['ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@mail.example'] },
      { lines: ['END:VEVENT', 'BEGIN:VEVENT', `UID:${uid}`] },
      { lines: Array.from({ length: 10_000 }, () => 'BEGIN:VALARM\r\nEND:VALARM') },
      { lines: [`COMMENT:${'x'.repeat(300_000)}`] },
      { method: 'REQUEST' },
      { status: 'NEEDS-ACTION' },
      { stamp: '20260101T000100' },
      { lines: ['RECURRENCE-ID;RANGE=THISANDFUTURE:20260302T070000Z'] },
    ]) {
      expect(await answer({ uid, ...bad })).toBe('NO_REPORT');
    }
    expect(await participation(uid)).toEqual(untouched);
  });

  it('mail-notification 18: reaches no event of another tenant', async () => {
    const uid = await invited();
    await createTenant(server, 'elsewhere');
    const other = await signInWith(server, 'reply_elsewhere', ['ROLE_TENANT_ADMIN'], 'elsewhere');
    expect(await answer({ uid }, other)).toBe('NOT_ATTRIBUTED');
    expect(await participation(uid)).toEqual(untouched);
  });

  it('mail-notification 27: of one instance goes to that instance where it was changed for itself, of the series to the series', async () => {
    const series = {
      summary: 'Review',
      startDate: '2026-03-02T10:00:00',
      timeZone: 'Europe/Istanbul',
      recurrenceRule: 'FREQ=DAILY;COUNT=5',
      organizer: { address: 'olga@mail.example' },
      attendees: people('ada', 'bob'),
    };
    const uid = await invited(series);
    const instance = ['RECURRENCE-ID;TZID=Europe/Istanbul:20260303T100000'];
    expect(await answer({ uid, lines: instance })).toBe('UNCHANGED');
    const moved = {
      uid,
      recurrenceId: '2026-03-03T07:00:00Z',
      startDate: '2026-03-03T12:00:00',
      timeZone: 'Europe/Istanbul',
    };
    await told(server, { ...series, recurrenceRule: undefined, ...moved });
    const rows = () =>
      query<{ status: string }>(
        server,
        `SELECT a.participation_status AS status FROM mail_calendar_event e JOIN mail_calendar_attendee a ON a.event_id = e.id
         WHERE e.uid = $1 AND a.position = 1 ORDER BY e.recurrence_id`,
        [uid],
      );
    expect(await answer({ uid, sequence: 1, lines: instance, status: 'DECLINED' })).toBe('TAKEN');
    expect((await rows()).map(({ status }) => status)).toEqual(['NEEDS_ACTION', 'DECLINED']);
    // The series was last told with sequence 0, whatever its instances have counted since.
    expect(await answer({ uid, sequence: 0 })).toBe('TAKEN');
    expect((await rows()).map(({ status }) => status)).toEqual(['ACCEPTED', 'DECLINED']);
    expect(
      await answer({ uid, sequence: 1, lines: ['RECURRENCE-ID:20260303T070000Z'], stamp: '20260101T000200Z' }),
    ).toBe('TAKEN');
    expect((await rows()).map(({ status }) => status)).toEqual(['ACCEPTED', 'ACCEPTED']);
  });
});
