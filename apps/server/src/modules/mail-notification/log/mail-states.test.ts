// Proves what an operator can do with a mail in each of its states, and what he is told otherwise.
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, query, signInAdmin } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { enqueue, readRow, startMailing } from '../delivery/mail-server.fixture.ts';
import { type ScriptedServer, startScriptedServer } from '../smtp/scripted-smtp.fixture.ts';

let smtp: ScriptedServer;
let server: TestServer;
let token: string;
beforeAll(async () => {
  smtp = await startScriptedServer();
  server = await startMailing(smtp.port, { settings: { 'mail.sending-enabled': false } });
  token = await signInAdmin(server);
});
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
});

/** Makes a mail in this state, whose copies are in these. */
async function mailIn(status: string, copies: readonly string[]): Promise<string> {
  const { uuid } = await enqueue(server);
  const isOpen = ['SCHEDULED', 'QUEUED', 'RETRY', 'SENDING'].includes(status);
  const stored = status === 'SCHEDULED' ? 'QUEUED' : status;
  const sendDate = new Date(server.clock.now() + (status === 'SCHEDULED' ? DAY_MS : 0));
  await query(
    server,
    `WITH m AS (
       UPDATE mail SET status = $2, send_date = $4, due_at = expire_date, leased_by = NULL, lease_token = NULL,
         ended_date = CASE WHEN $5 THEN NULL ELSE date_updated END WHERE uuid = $1 RETURNING id
     ), gone AS (
       DELETE FROM mail_recipient WHERE mail_id IN (SELECT id FROM m)
     )
     INSERT INTO mail_recipient (mail_id, type, address, status)
     SELECT m.id, 'TO', 'copy' || c.number || '@mail.example', c.status
     FROM m, unnest($3::text[]) WITH ORDINALITY AS c (status, number) ORDER BY c.number`,
    [uuid, stored, copies, sendDate, isOpen],
  );
  return uuid;
}

const VERBS = {
  retry: ['retry', ''],
  force: ['retry', '?force=true'],
  resolve: ['resolve', ''],
  cancel: ['cancel', ''],
} as const;
type Verb = keyof typeof VERBS;

async function outcomeOf(verb: Verb, uuid: string): Promise<string> {
  const [name, parameters] = VERBS[verb];
  const path = `/notification/mail/${name}/by-uuid/${uuid}${parameters}`;
  const body = verb === 'resolve' ? { body: { delivered: false } } : {};
  const { status, error } = await call(server, 'POST', path, { token, ...body });
  return error === null ? String(status) : `${status} ${error.errorCode}`;
}

const REFUSALS: Readonly<Record<Verb, string>> = {
  retry: '409 MAIL_NOT_RETRYABLE',
  force: '409 MAIL_NOT_RETRYABLE',
  resolve: '409 MAIL_NOT_RESOLVABLE',
  cancel: '409 MAIL_NOT_CANCELLABLE',
};

type Case = readonly [
  status: string,
  copies: readonly string[],
  /** Says as what mail and copies are left by each verb that the state allows; the others are refused and change nothing. */
  allowed: Partial<Record<Verb, readonly [status: string, copies: readonly string[]]>>,
];
const again = ['QUEUED', ['QUEUED']] as const;
const called = { cancel: ['CANCELLED', ['CANCELLED']] } as const;
const reopened = { retry: again, force: again } as const;
const halfReopened = (left: string) => {
  const half = ['QUEUED', [left, 'QUEUED']] as const;
  return { retry: half, force: half };
};

const CASES: readonly Case[] = [
  ['SCHEDULED', ['QUEUED'], called],
  ['QUEUED', ['QUEUED'], called],
  ['QUEUED', ['SUPPRESSED', 'QUEUED'], { cancel: ['PARTIAL', ['SUPPRESSED', 'CANCELLED']] }],
  ['RETRY', ['RETRY'], called],
  ['RETRY', ['SENT', 'RETRY'], { cancel: ['PARTIAL', ['SENT', 'CANCELLED']] }],
  ['SENDING', ['QUEUED'], {}],
  ['SENDING', ['FAILED', 'RETRY'], {}],
  ['SENT', ['SENT'], {}],
  ['DELIVERED', ['DELIVERED'], {}],
  ['BOUNCED', ['BOUNCED'], {}],
  ['COMPLAINED', ['COMPLAINED'], {}],
  ['PARTIAL', ['SENT', 'BOUNCED'], {}],
  ['PARTIAL', ['SKIPPED', 'CANCELLED'], {}],
  ['PARTIAL', ['SENT', 'FAILED'], halfReopened('SENT')],
  ['PARTIAL', ['SENT', 'DEAD'], halfReopened('SENT')],
  ['PARTIAL', ['DELIVERED', 'EXPIRED'], halfReopened('DELIVERED')],
  ['PARTIAL', ['SENT', 'UNCERTAIN'], { ...halfReopened('SENT'), resolve: ['PARTIAL', ['SENT', 'FAILED']] }],
  ['PARTIAL', ['SENT', 'SUPPRESSED'], { force: ['QUEUED', ['SENT', 'QUEUED']] }],
  [
    'PARTIAL',
    ['SUPPRESSED', 'FAILED'],
    { retry: ['QUEUED', ['SUPPRESSED', 'QUEUED']], force: ['QUEUED', ['QUEUED', 'QUEUED']] },
  ],
  ['FAILED', ['FAILED'], reopened],
  ['DEAD', ['DEAD'], reopened],
  ['EXPIRED', ['EXPIRED'], reopened],
  ['UNCERTAIN', ['UNCERTAIN'], { ...reopened, resolve: ['FAILED', ['FAILED']] }],
  ['SUPPRESSED', ['SUPPRESSED'], { force: again }],
  ['SKIPPED', ['SKIPPED'], {}],
  ['CANCELLED', ['CANCELLED'], {}],
];

async function expectAllowed([status, copies, allowed]: Case): Promise<void> {
  for (const verb of Object.keys(VERBS) as Verb[]) {
    const uuid = await mailIn(status, copies);
    const before = await readRow(server, uuid);
    expect([verb, await outcomeOf(verb, uuid)]).toEqual([verb, allowed[verb] === undefined ? REFUSALS[verb] : '200']);
    const [after, itsCopies] = allowed[verb] ?? [before.status, before.copies];
    expect([verb, await readRow(server, uuid)]).toMatchObject([verb, { status: after, copies: itsCopies }]);
  }
}

describe('an operator', () => {
  it.each(CASES)('mail-notification 11: does with a mail in %s, its copies in %j, what this allows', (...one) =>
    expectAllowed(one),
  );

  it('mail-notification 11: sends a captured mail again where there is a mail server, and not where mails are captured', async () => {
    await expectAllowed(['CAPTURED', ['CAPTURED'], reopened]);
    server.settings.set('mail.transport', 'CAPTURE');
    await expectAllowed(['CAPTURED', ['CAPTURED'], {}]);
    await expectAllowed(['PARTIAL', ['CAPTURED', 'SUPPRESSED'], { force: ['QUEUED', ['CAPTURED', 'QUEUED']] }]);
    server.settings.set('mail.transport', 'AUTO');
    await expectAllowed(['PARTIAL', ['SENT', 'CAPTURED'], halfReopened('SENT')]);
  });
});
