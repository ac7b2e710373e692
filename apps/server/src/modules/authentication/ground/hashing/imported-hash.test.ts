// Proves which hashes of earlier systems are read, and that none of them can cost more than a sign-in may.
import { pbkdf2Sync, scryptSync } from 'node:crypto';
import { hashSync } from 'bcryptjs';
import { expect, it } from 'vitest';
import { hashKindOf, verifyForeign } from './imported-hash.ts';

const SALT = Buffer.alloc(16, 7);
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
const PASSWORD = 'çay bahçesi ☕ at noon';

it('scrypt and pbkdf2 of each digest are checked, with and without names of the parameters', async () => {
  const scrypt = base64(scryptSync(PASSWORD, SALT, 32, { N: 1024, r: 8, p: 1 }));
  const hashes = [`$scrypt$ln=10,r=8,p=1$${base64(SALT)}$${scrypt}`];
  for (const digest of ['sha1', 'sha256', 'sha512']) {
    const derived = base64(pbkdf2Sync(PASSWORD, SALT, 1_000, 32, digest));
    hashes.push(`$pbkdf2-${digest}$i=1000,l=32$${base64(SALT)}$${derived}`);
    hashes.push(`$pbkdf2-${digest}$1000$${base64(SALT).replaceAll('+', '.')}$${derived.replaceAll('+', '.')}`);
  }
  for (const hash of hashes) {
    expect(hashKindOf(hash)).toBe('FOREIGN');
    expect(await verifyForeign(hash, PASSWORD)).toBe(true);
    expect(await verifyForeign(hash, `${PASSWORD} `)).toBe(false);
  }
});

it('bcrypt is checked off the event loop, which goes on meanwhile', async () => {
  const hash = hashSync(PASSWORD, 11);
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const outcomes = [await verifyForeign(hash, PASSWORD), await verifyForeign(hash, `${PASSWORD} `)];
  clearInterval(timer);
  expect(outcomes).toEqual([true, false]);
  expect(turns).toBeGreaterThan(20);
  expect(await verifyForeign(hash.replace('$2b$', '$2y$'), PASSWORD)).toBe(true);
});

it.each([
  ['$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI', 'ARGON2'],
  ['$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI', 'UNKNOWN'],
  ['$argon2id$v=19$m=19456,t=200,p=1$c29tZXNhbHRzb21lc2FsdA$MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI', 'UNKNOWN'],
  ['$argon2id$broken', 'UNKNOWN'],
  [`$2b$12$${'a'.repeat(53)}`, 'FOREIGN'],
  [`$2x$12$${'a'.repeat(53)}`, 'UNKNOWN'],
  [`$2b$15$${'a'.repeat(53)}`, 'UNKNOWN'],
  [`$2b$12$${'a'.repeat(52)}`, 'UNKNOWN'],
  [`$scrypt$ln=20,r=16,p=16$${base64(SALT)}$${base64(Buffer.alloc(32))}`, 'UNKNOWN'],
  [`$scrypt$ln=0,r=8,p=1$${base64(SALT)}$${base64(Buffer.alloc(32))}`, 'UNKNOWN'],
  [`$scrypt$ln=10,r=8,p=1$${base64(SALT)}$${base64(Buffer.alloc(8))}`, 'UNKNOWN'],
  [`$pbkdf2-sha256$i=99999999$${base64(SALT)}$${base64(Buffer.alloc(32))}`, 'UNKNOWN'],
  [`$pbkdf2-md5$i=1000$${base64(SALT)}$${base64(Buffer.alloc(32))}`, 'UNKNOWN'],
  ['5f4dcc3b5aa765d61d8327deb882cf99', 'UNKNOWN'],
  ['', 'UNKNOWN'],
])('%s is %s', (hash, kind) => {
  expect(hashKindOf(hash)).toBe(kind);
});
