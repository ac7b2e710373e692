// Proves that users come over with their passwords, all or none, and that every problem is reported at once.
import { pbkdf2Sync, scryptSync } from 'node:crypto';
import type { SvcUserImportResultModel, SvcUserModel } from '@keelson/contract';
import { hash as argon2 } from '@node-rs/argon2';
import { hashSync } from 'bcryptjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  call,
  createActiveUser,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;
let admin: string;

beforeAll(async () => {
  server = await startDirectory({ passwordCost: 'full' });
  admin = await signInAdmin(server);
});
afterAll(() => server.stop());

const importUsers = (body: unknown, { token = admin, search = '', headers = {} } = {}) =>
  call<SvcUserImportResultModel>(server, 'POST', `/users/import${search}`, { token, body, headers });
const findUser = (username: string) =>
  call<SvcUserModel>(server, 'GET', `/users/by-username/${username}`, { token: admin });

const SALT = Buffer.from('sixteen byte salt').subarray(0, 16);
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
const scryptHash = `$scrypt$ln=12,r=8,p=1$${base64(SALT)}$${base64(scryptSync(USER_PASSWORD, SALT, 32, { N: 4096, r: 8, p: 1 }))}`;
const pbkdf2Hash = `$pbkdf2-sha256$i=10000$${base64(SALT)}$${base64(pbkdf2Sync(USER_PASSWORD, SALT, 10_000, 32, 'sha256'))}`;

it('authentication 19: argon2, bcrypt, scrypt and pbkdf2 sign in once and become Argon2id of today', async () => {
  const weakArgon2 = await argon2(USER_PASSWORD, { algorithm: 1, memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  const answer = await importUsers([
    { username: 'from-argon2', passwordHash: weakArgon2, externalIdentifier: 'A-1', displayName: 'A' },
    { username: 'from-bcrypt', passwordHash: hashSync(USER_PASSWORD, 6) },
    { username: 'from-scrypt', passwordHash: scryptHash },
    { username: 'from-pbkdf2', passwordHash: pbkdf2Hash, roleList: ['ROLE_TENANT_ADMIN'] },
  ]);
  expect(answer.body).toEqual({ dryRun: false, userCount: 4 });
  for (const username of ['from-argon2', 'from-bcrypt', 'from-scrypt', 'from-pbkdf2']) {
    await expect(signIn(server, username, 'not the password at all')).rejects.toThrow('AUTH_INVALID_CREDENTIALS');
    await signIn(server, username, USER_PASSWORD);
    const [row] = await query<{ hash: string }>(
      server,
      'SELECT p.hash FROM auth_password p JOIN auth_user u ON u.id = p.user_id WHERE u.username = $1',
      [username],
    );
    expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signIn(server, username, USER_PASSWORD);
  }
  expect((await findUser('from-pbkdf2')).body.roleList).toEqual(['ROLE_TENANT_ADMIN', 'ROLE_USER']);
  const events = await query<{ subject: string }>(
    server,
    "SELECT subject FROM log_recorded_event WHERE kind = 'authentication.user-imported' ORDER BY subject",
  );
  expect(events.map(({ subject }) => subject)).toEqual(['from-argon2', 'from-bcrypt', 'from-pbkdf2', 'from-scrypt']);
});

it('every problem of every entry is reported at once and nobody is made', async () => {
  await importUsers([{ username: 'there', externalIdentifier: 'T-1' }]);
  const answer = await importUsers([
    { username: 'fine' },
    { username: 'a b', timeZone: 'Nowhere/Land' },
    { username: 'twin', passwordHash: `$2x$12$${'a'.repeat(53)}` },
    { username: 'TWIN', passwordHash: 'plain' },
    { username: 'costly', passwordHash: scryptHash.replace('ln=12', 'ln=30') },
  ]);
  expect(answer.status).toBe(400);
  expect(answer.error?.errorArguments.map(({ field, code }) => [field, code])).toEqual([
    ['[1].username', 'PATTERN'],
    ['[1].timeZone', 'FORMAT'],
    ['[2].passwordHash', 'FORMAT'],
    ['[3].username', 'DUPLICATE'],
    ['[3].passwordHash', 'FORMAT'],
    ['[4].passwordHash', 'FORMAT'],
  ]);
  const taken = await importUsers([
    { username: 'fine', roleList: ['ROLE_NOWHERE', 'ROLE_SERVICE'] },
    { username: 'THERE' },
    { username: 'other', externalIdentifier: 'T-1' },
  ]);
  expect(taken.error?.errorArguments.map(({ field, code }) => [field, code])).toEqual([
    ['[0].roleList[0]', 'NOT_ALLOWED'],
    ['[0].roleList[1]', 'NOT_ALLOWED'],
    ['[1].username', 'DUPLICATE'],
    ['[2].externalIdentifier', 'DUPLICATE'],
  ]);
  expect((await findUser('fine')).error?.errorCode).toBe('USER_NOT_FOUND');
});

it('a dry run stores nothing; a repeat under one Idempotency-Key makes nobody twice', async () => {
  expect((await importUsers([{ username: 'rehearsed' }], { search: '?dryRun=true' })).body.dryRun).toBe(true);
  expect((await findUser('rehearsed')).status).toBe(404);
  const headers = { 'idempotency-key': 'import-once-01' };
  for (let round = 0; round < 2; round++) {
    expect((await importUsers([{ username: 'once' }], { headers })).body).toEqual({ dryRun: false, userCount: 1 });
  }
});

it('authentication 22: nobody imports a role that holds what they lack, nor into a tenant beyond their own', async () => {
  const role = { code: 'ROLE_IMPORTER', authorityList: ['AUTH_USER_MANAGE'] };
  await call(server, 'POST', '/roles', { token: admin, body: role });
  await createActiveUser(server, admin, { username: 'importer', roleList: ['ROLE_IMPORTER'] });
  const token = await signIn(server, 'importer', USER_PASSWORD);
  const strong = await importUsers([{ username: 'strong', roleList: ['ROLE_SYSTEM_ADMIN'] }], { token });
  const abroad = await importUsers([{ username: 'abroad', tenantIdentifier: 'south' }], { token });
  expect([strong.status, abroad.status]).toEqual([403, 403]);
  expect((await importUsers([{ username: 'x', tenantIdentifier: 'nowhere' }])).error?.errorCode).toBe(
    'TENANT_NOT_FOUND',
  );
});

// The import runs some thousand statements: seconds on an idle machine.
const IMPORT_TIMEOUT_MS = 60_000;

it('1,001 users are refused, 1,000 are made', { timeout: IMPORT_TIMEOUT_MS }, async () => {
  const many = Array.from({ length: 1_001 }, (_, index) => ({ username: `many-${index}` }));
  expect((await importUsers(many)).status).toBe(400);
  expect((await importUsers(many.slice(1))).body.userCount).toBe(1_000);
});
