// Runs once more, as a plain user, the tests of what depends on who starts the program; for a root whose suite ran as root.
import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const server = 'apps/server/src';
/** These depend on who may read, write and enter what; that user sets up the shared PostgreSQL of the run, too. */
const files = [
  `${server}/kernel/embedded-postgres/data-directory.test.ts`,
  `${server}/kernel/embedded-postgres/user.test.ts`,
  `${server}/kernel/process/private-file.test.ts`,
  `${server}/start-refusals.test.ts`,
];
/** Accounts of every Linux that own nothing; not "nobody", as whom root's own database runs. initdb wants one with a name. */
const ACCOUNTS = ['daemon', 'bin', 'games'];

function findAccount(): { readonly uid: number; readonly gid: number } | undefined {
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] = ACCOUNTS.flatMap((name) => entries.filter(([own]) => own === name))[0] ?? [];
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

function run(): number {
  if (process.getuid?.() !== 0) {
    console.log('The suite ran as a plain user already.');
    return 0;
  }
  const account = findAccount();
  if (account === undefined) {
    console.log(`Left out: /etc/passwd has none of the accounts ${ACCOUNTS.join(', ')} to run the tests as.`);
    return 0;
  }
  if (spawnSync(process.execPath, [vitest, '--version'], { ...account, cwd: '/' }).status !== 0) {
    console.log(`Left out: the user id ${account.uid} cannot read "${root}" or run "${process.execPath}".`);
    return 0;
  }
  const home = mkdtempSync('/tmp/keelson-plain-user-');
  chownSync(home, account.uid, account.gid);
  try {
    // Loaded natively, the configuration needs no place to be compiled to in a clone that is not the user's.
    const args = [vitest, 'run', '--configLoader', 'native', ...files];
    const env = { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home };
    return spawnSync(process.execPath, args, { ...account, cwd: root, env, stdio: 'inherit' }).status ?? 1;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

process.exitCode = run();
