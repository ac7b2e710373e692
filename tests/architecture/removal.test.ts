// Without the menu module the program builds and starts: a copy of the repository loses its folders and its line in each table.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeDataDirectory,
  removeDataDirectory,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';
import { repositoryRoot } from './source-files.ts';

const run = promisify(execFile);

/** These belong to the module alone. */
const folders = [
  'apps/server/src/modules/system-menu',
  'packages/contract/src/modules/system-menu',
  'packages/contract/src/errors/modules/system-menu-errors.ts',
  'tests/acceptance/system-menu',
  'tests/browser/console/menu-editor.test.ts',
  'bench/menus',
];
/** These list modules; each loses the lines that name this one. */
const tables = [
  'apps/server/src/app-modules.ts',
  'packages/contract/src/modules.ts',
  'packages/contract/src/errors/catalogue.ts',
  'tests/acceptance/suites.ts',
];
const named = /system-?menu/i;
/** A whole program is copied, checked and started, on a busy machine. */
const COPY_TIMEOUT_MS = 120_000;

let copy: string;
let data: string;
let server: ServerProcess | undefined;

/** Copies what git tracks or would, with the same installed packages, but for those of the repository itself. */
async function copyRepository(): Promise<string> {
  const target = mkdtempSync(join(tmpdir(), 'keelson-without-'));
  const listing = await run('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: repositoryRoot,
    maxBuffer: 2 ** 24,
  });
  for (const path of listing.stdout.split('\n').filter((line) => line !== '')) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    cpSync(join(repositoryRoot, path), join(target, path), { force: true });
  }
  const installed = join(repositoryRoot, 'node_modules');
  mkdirSync(join(target, 'node_modules/@keelson'), { recursive: true });
  for (const name of readdirSync(installed).filter((entry) => entry !== '@keelson')) {
    symlinkSync(join(installed, name), join(target, 'node_modules', name));
  }
  for (const workspace of readdirSync(join(target, 'packages'))) {
    symlinkSync(join(target, 'packages', workspace), join(target, 'node_modules/@keelson', workspace));
  }
  return target;
}

beforeAll(async () => {
  data = makeDataDirectory();
  copy = await copyRepository();
  for (const folder of folders) rmSync(join(copy, folder), { recursive: true });
  for (const table of tables) {
    const lines = readFileSync(join(copy, table), 'utf8').split('\n');
    writeFileSync(join(copy, table), lines.filter((line) => !named.test(line)).join('\n'));
  }
}, COPY_TIMEOUT_MS);
afterAll(async () => {
  await server?.stop();
  rmSync(copy, { recursive: true, force: true });
  removeDataDirectory(data);
});

describe('the repository without the menu module', () => {
  it('type-checks, tests and benchmarks included', { timeout: COPY_TIMEOUT_MS }, async () => {
    const compiler = join(copy, 'node_modules/typescript-7/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '-p', 'tsconfig.json'], { cwd: copy }).catch(
      (error: { readonly stdout: string }) => error,
    );
    expect(stdout).toBe('');
  });

  it('starts, is ready, and has no menu', { timeout: COPY_TIMEOUT_MS }, async () => {
    server = await startServerProcess({ directory: data, program: join(copy, 'apps/server/src/main.ts') });
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    const { paths } = (await (await fetch(`${server.url}/v3/api-docs`)).json()) as { readonly paths: object };
    expect(Object.keys(paths)).toContain('/auth/login');
    expect(Object.keys(paths).filter((path) => path.includes('menu'))).toEqual([]);
  });
});
