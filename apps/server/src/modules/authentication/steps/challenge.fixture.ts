// Signs people in with second factors in tests, the way their apps and mailboxes do it.
import { hash } from 'node:crypto';
import type { SvcAuthAuthenticationResponseModel, SvcAuthFactorChangeModel, SvcAuthTotpModel } from '@keelson/contract';
import { createSeal } from '../../../kernel/secrets/seal.ts';
import { call, createActiveUser, login, query, signIn, USER_PASSWORD } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { totpCode, totpStepAt } from '../secrets/factor/totp.ts';
import { hashEmailCode } from './email-code.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** Decodes what an app makes of the secret that it was told. */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Answers the code that the app shows now, or some steps away from now. */
export function codeOf(server: TestServer, secret: string, shift = 0): string {
  return totpCode(fromBase32(secret), totpStepAt(server.clock.now()) + shift);
}

/** Answers a code that is wrong at every step near now. */
export function wrongCode(server: TestServer, secret: string): string {
  const near = [-2, -1, 0, 1].map((shift) => codeOf(server, secret, shift));
  return ['000000', '000001', '000002', '000003', '000004'].find((code) => !near.includes(code)) ?? '';
}

export interface Enrolled {
  readonly token: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Enrols an authenticator app for whoever has the token; the code that confirmed it is past afterwards. */
export async function enrolTotp(server: TestServer, token: string): Promise<Enrolled> {
  const begun = await call<SvcAuthTotpModel>(server, 'POST', '/auth/factors/totp/begin', { token, body: {} });
  const { factorUuid, secret } = begun.body;
  const body = { factorUuid, code: codeOf(server, secret) };
  const done = await call<SvcAuthFactorChangeModel>(server, 'POST', '/auth/factors/totp/confirm', { token, body });
  if (done.status !== 200) throw new Error(`the factor was not confirmed: ${done.text}`);
  server.clock.advance(2 * STEP_MS);
  return { token: done.body.token ?? '', secret, recoveryCodes: done.body.recoveryCodeList ?? [] };
}

/** Creates a user with an authenticator app. */
export async function createTotpUser(server: TestServer, adminToken: string, username: string): Promise<Enrolled> {
  await createActiveUser(server, adminToken, { username });
  return enrolTotp(server, await signIn(server, username, USER_PASSWORD));
}

/** Creates a user with a verified address to whom codes are mailed. */
export async function createEmailUser(server: TestServer, adminToken: string, username: string): Promise<void> {
  await createActiveUser(server, adminToken, { username });
  await query(server, 'UPDATE auth_user SET email = $2, email_verified = true WHERE username = $1', [
    username,
    `${username}@example.com`,
  ]);
  const token = await signIn(server, username, USER_PASSWORD);
  const answer = await call(server, 'POST', '/auth/factors/email', { token, body: { enabled: true } });
  if (answer.status !== 200) throw new Error(`codes by mail were not switched on: ${answer.text}`);
}

/** Answers the identifier of a new challenge. */
export async function challenge(server: TestServer, username: string, password = USER_PASSWORD): Promise<string> {
  const answer = await login(server, username, password);
  if (answer.body.verificationIdentifier === null) throw new Error(`no challenge: ${answer.text}`);
  return answer.body.verificationIdentifier;
}

export function complete(
  server: Pick<TestServer, 'url'>,
  verificationIdentifier: string,
  code: string,
  extra: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> } = {},
) {
  const body = { verificationIdentifier, code, ...extra.body };
  return call<SvcAuthAuthenticationResponseModel>(server, 'POST', '/auth/complete-login-with-code', {
    body,
    ...(extra.headers === undefined ? {} : { headers: extra.headers }),
  });
}

/** Reads the newest code that was mailed to a user, as the mailbox would. */
export async function mailedCode(server: TestServer, username: string): Promise<string> {
  const [mail] = await query<{ uuid: string; sealed: string }>(
    server,
    `SELECT m.uuid, c.sealed FROM mail m JOIN mail_content c ON c.mail_id = m.id
     WHERE m.created_by = $1 AND m.template_code = 'auth.login-code' ORDER BY m.id DESC LIMIT 1`,
    [username],
  );
  const text = createSeal(server.kernel.keys, 'mail').open(mail?.sealed ?? '', mail?.uuid ?? '');
  return /\b\d{6}\b/.exec(text ?? '')?.[0] ?? '';
}

/** Makes a given code the one of a challenge. */
export async function setEmailCode(server: TestServer, verificationIdentifier: string, code: string): Promise<void> {
  const identifierHash = hash('sha256', verificationIdentifier, 'base64url');
  const codeHash = hashEmailCode(server.kernel.keys, identifierHash, code);
  await query(server, 'UPDATE auth_challenge SET code_hash = $2 WHERE identifier_hash = $1', [
    identifierHash,
    codeHash,
  ]);
}

/** Counts the live sessions of a user. */
export async function countSessions(server: TestServer, username: string): Promise<number> {
  const rows = await query<{ id: number }>(
    server,
    'SELECT id FROM session_entry WHERE username = $1 AND closed_date IS NULL',
    [username],
  );
  return rows.length;
}
