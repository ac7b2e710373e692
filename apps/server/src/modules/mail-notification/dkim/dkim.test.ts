// Proves that what leaves is signed, judged by a verifier that is not the signer's, and stays the same on every attempt.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, createTenant, query, signInAdmin } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { enqueue, startMailing, untilStatus } from '../delivery/mail-server.fixture.ts';
import { type ScriptedServer, startScriptedServer } from '../smtp/scripted-smtp.fixture.ts';
import { signMessage } from './sign-message.ts';

interface Key {
  readonly uuid: string;
  readonly domain: string;
  readonly selector: string;
  readonly recordName: string;
  readonly recordValue: string;
}

/** Answers the records that were made so far, as a name service would that all of them were published in. */
const records = new Map<string, string>();
async function verify(message: Buffer | string) {
  const resolver = async (name: string) => {
    const found = records.get(name);
    if (found === undefined) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
    return [[found]];
  };
  const { results } = await dkimVerify(Buffer.from(message), { resolver });
  return results.map(({ status, signingDomain, selector }) => ({
    status: status.result,
    aligned: status.aligned,
    domain: signingDomain,
    selector,
  }));
}

describe('a signature', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const signer = { domain: 'mail.example', selector: 'unit', privateKey: createPrivateKey(privateKey) };
  records.set('unit._domainkey.mail.example', `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`);
  const head =
    'From: Suite <suite@mail.example>\r\nTo: ada@mail.example\r\nSubject: Hello\r\nDate: Thu, 01 Jan 2026 12:00:00 +0000\r\n';
  const sign = async (text: string) => (await signMessage(Buffer.from(text), signer)).toString();

  it.each([
    ['an empty body', `${head}\r\n`],
    ['no body', head],
    ['a body of blanks and empty lines', `${head}\r\n a \t b  \r\n\r\n\t\r\nc\r\n\r\n\r\n`],
    ['a body without an end of line', `${head}\r\nlast`],
    ['letters of eight bits', `${head}X-Name: Şükrü\r\n\r\nçiçek — 🌷\r\n`],
    [
      'folded headers and many of them',
      `${head}References: <a@x.org>\r\n\t<b@x.org>  \r\n  <c@x.org>\r\nCc: x@x.org,\r\n y@x.org\r\n\r\nb\r\n`,
    ],
    ['a header that stands twice', `${head}References: <a@x.org>\r\nReferences: <b@x.org>\r\n\r\nb\r\n`],
  ])('mail-notification 16: holds for another implementation over %s', async (_name, text) => {
    const signed = await sign(text);
    expect(await verify(signed)).toMatchObject([{ status: 'pass', aligned: 'mail.example', domain: 'mail.example' }]);
    expect(Math.max(...signed.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
    expect(signed.endsWith(text)).toBe(true);
  });

  it('mail-notification 16: covers both headers of unsubscribing, and breaks with each that is changed, added or taken away', async () => {
    const unsubscribe =
      'List-Unsubscribe: <https://suite.example/u/t>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n';
    const signed = await sign(`${head}${unsubscribe}\r\nbody\r\n`);
    expect(await verify(signed)).toMatchObject([{ status: 'pass' }]);
    const headers = /\bh=([^;]*);/.exec(signed)![1]!.replaceAll(/\s/g, '').split(':');
    expect(headers).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']));
    for (const name of ['from', 'to', 'subject', 'date']) expect(headers.filter((one) => one === name)).toHaveLength(2);
    expect(headers.filter((one) => one === 'reply-to')).toHaveLength(1);
    expect(signed).not.toMatch(/\bl=|\bt=|\bx=/);
    const forged = [
      signed.replace('One-Click', 'Two-Click'),
      signed.replace('Subject: Hello', 'Subject: Hello\r\nSubject: Other'),
      signed.replace('\r\nTo:', '\r\nReply-To: eve@x.org\r\nTo:'),
      signed.replace('body', 'other'),
      signed.replace('Subject: Hello\r\n', ''),
      signed.replace('To: ada@mail.example\r\n', ''),
      signed.replace('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n', ''),
    ];
    for (const message of forged) {
      expect(message).not.toBe(signed);
      expect((await verify(message))[0]?.status).not.toBe('pass');
    }
  });
});

describe('mails of a domain with a key', () => {
  let smtp: ScriptedServer;
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    smtp = await startScriptedServer();
    server = await startMailing(smtp.port);
    token = await signInAdmin(server);
  });
  afterAll(async () => {
    await server?.stop();
    await smtp?.stop();
  });

  const makeKey = async (body: object): Promise<Answer<Key>> => {
    const made = await call<Key>(server, 'POST', '/notification/dkim', { token, body });
    if (made.status === 200) records.set(made.body.recordName, made.body.recordValue);
    return made;
  };
  const sent = async () => {
    const { uuid } = await enqueue(server);
    await untilStatus(server, uuid, 'SENT');
    const data = smtp.mails.findLast((mail) => mail.data.includes(uuid))?.data ?? '';
    return { uuid, data };
  };

  it('mail-notification 16: leave signed with the newest one, the same bytes on every attempt, also after a newer one was made', async () => {
    expect((await sent()).data).not.toContain('DKIM-Signature');
    const first = await makeKey({ domain: 'MAIL.example' });
    expect(first.body).toMatchObject({ domain: 'mail.example' });
    expect(first.body.selector).toMatch(/^k20260101-[0-9a-f]{4}$/);
    const plain = await sent();
    expect(await verify(plain.data)).toMatchObject([
      { status: 'pass', aligned: 'mail.example', selector: first.body.selector },
    ]);
    smtp.script = (command) => (command === 'MESSAGE' ? '451 4.3.0 later' : undefined);
    const { uuid } = await enqueue(server);
    const { dueAt } = await untilStatus(server, uuid, 'RETRY');
    const second = await makeKey({ domain: 'mail.example', selector: 'spring' });
    smtp.script = () => undefined;
    server.clock.advance(dueAt.getTime() - server.clock.now());
    await untilStatus(server, uuid, 'SENT');
    const tries = smtp.seen.filter(({ data }) => data.includes(uuid)).map(({ data }) => data);
    expect(tries).toHaveLength(2);
    expect(tries[1]).toBe(tries[0]);
    expect(await verify(tries[1]!)).toMatchObject([{ status: 'pass', selector: first.body.selector }]);
    expect(await verify((await sent()).data)).toMatchObject([{ status: 'pass', selector: second.body.selector }]);
    const raw = await call(server, 'GET', `/notification/mail/raw/by-uuid/${uuid}`, {
      token,
      headers: { accept: 'message/rfc822' },
    });
    expect(raw.text).toBe(tries[0]);
  });

  it('mail-notification 16: a key is listed with its record, never with its secret, and signs nothing once it is deleted', async () => {
    const kept = await makeKey({ domain: 'mail.example', selector: 'kept' });
    const gone = await makeKey({ domain: 'mail.example', selector: 'gone' });
    const twice = await makeKey({ domain: 'mail.example', selector: 'gone' });
    expect(twice.error?.errorCode).toBe('DKIM_KEY_ALREADY_EXISTS');
    const listed = await call<Key[]>(server, 'GET', '/notification/dkim/by-domain/mail.example', { token });
    expect(listed.body.slice(0, 2).map(({ selector }) => selector)).toEqual(['gone', 'kept']);
    expect(listed.body[0]?.recordValue).toMatch(/^v=DKIM1; k=rsa; p=MII[A-Za-z0-9+/=]{380,400}$/);
    const rows = await query(server, 'SELECT * FROM mail_dkim_key');
    const shown = [kept.text, listed.text, JSON.stringify(rows), ...server.logLines].join();
    expect(shown).not.toContain('PRIVATE');
    const removed = await call(server, 'DELETE', `/notification/dkim/by-uuid/${gone.body.uuid}`, { token });
    expect(removed.status).toBe(200);
    expect(await verify((await sent()).data)).toMatchObject([{ status: 'pass', selector: kept.body.selector }]);
    const again = await call(server, 'DELETE', `/notification/dkim/by-uuid/${gone.body.uuid}`, { token });
    expect(again.error?.errorCode).toBe('DKIM_KEY_NOT_FOUND');
    const secrets = await query(server, `SELECT FROM mail_dkim_key WHERE deleted AND private_key_sealed IS NOT NULL`);
    expect(secrets).toEqual([]);
  });

  it('mail-notification 16: a domain that another tenant has is signed for by nobody else', async () => {
    await createTenant(server, 'elsewhere');
    await query(
      server,
      `INSERT INTO mail_sender (uuid, tenant_identifier, domain, created_by, created_by_folded, date_created)
       VALUES (gen_random_uuid(), 'elsewhere', 'theirs.example', '', '', now())`,
    );
    expect((await makeKey({ domain: 'theirs.example' })).error?.errorCode).toBe('SENDER_ALREADY_EXISTS');
    expect((await makeKey({ domain: 'no domain' })).error?.errorArguments).toMatchObject([
      { field: 'domain', code: 'PATTERN' },
    ]);
  });

  it('mail-notification 16: without one are signed with that of the domain of their mail server', async () => {
    server.settings.set('mail.default-sender', 'suite@unsigned.example');
    expect((await sent()).data).not.toContain('DKIM-Signature');
    const key = await makeKey({ domain: 'relay.example' });
    await query(server, `UPDATE mail_provider SET dkim_domain = 'relay.example', version = version + 1`);
    await call(server, 'POST', '/notification/provider', {
      token,
      body: { code: 'nudge', name: 'Nudge', host: 'smtp.mail.example', enabled: false },
    });
    const [found] = await verify((await sent()).data);
    expect(found).toMatchObject({ status: 'pass', domain: 'relay.example', selector: key.body.selector });
  });
});
