// Holds that the packed client is enough for a program elsewhere: installed alone, type-checked, and run against a server.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, startDirectory } from '../../apps/server/src/testing/sign-in.ts';
import type { TestServer } from '../../apps/server/src/testing/test-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const PACKING_MS = 120_000;
/** The compiler reads the types of all operations, twice. */
const CHECKING_MS = 60_000;

let server: TestServer;
let folder: string;
let program: string;

/** Asks no registry: what the archives need is packed beside them. */
async function install(): Promise<void> {
  const packed = path.join(folder, 'packed');
  await mkdir(packed);
  await run(process.execPath, [path.join(root, 'tools/pack-client.ts'), '--into', packed]);
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', packed], {
    cwd: path.join(root, 'node_modules/typebox'),
  });
  program = path.join(folder, 'program');
  await mkdir(program);
  await writeFile(path.join(program, 'package.json'), '{ "name": "elsewhere", "private": true, "type": "module" }');
  const archives = (await readdir(packed)).map((file) => path.join(packed, file));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...archives], { cwd: program });
}

const typeCheck = (file: string) =>
  run(
    process.execPath,
    [
      path.join(root, 'node_modules/typescript-7/bin/tsc'),
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      'false',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--lib',
      'es2024,dom,dom.iterable',
      '--types',
      '',
      file,
    ],
    { cwd: program },
  ).then(
    () => '',
    ({ stdout }: { readonly stdout: string }) => stdout,
  );

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keelson-client-'));
  [server] = await Promise.all([startDirectory(), install()]);
}, PACKING_MS);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the packed client', () => {
  it('has compiled files with their types, a README and a licence, and no tests', async () => {
    for (const name of ['client', 'contract']) {
      const files = await readdir(path.join(program, 'node_modules/@keelson', name), { recursive: true });
      expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'dist/index.js', 'dist/index.d.ts']));
      expect(files.filter((file) => /test|fixture|(?<!\.d)\.ts$/.test(file))).toEqual([]);
    }
  });

  it('type-checks the program of its README, and refuses one that asks for the wrong thing', {
    timeout: CHECKING_MS,
  }, async () => {
    const readme = await readFile(path.join(program, 'node_modules/@keelson/client/README.md'), 'utf8');
    const sample = /```ts\n(.*?)```/s.exec(readme)![1]!;
    await writeFile(path.join(program, 'sample.ts'), sample);
    expect(await typeCheck('sample.ts')).toBe('');
    const wrong = sample.replace('username: ', 'userName: ').replace('pageSize: 50', "pageSize: 'many'");
    await writeFile(path.join(program, 'wrong.ts'), wrong);
    expect((await typeCheck('wrong.ts')).match(/wrong\.ts.*error TS/g)).toHaveLength(2);
  });

  it('signs in and reads a page in a program of its own', async () => {
    const readme = await readFile(path.join(program, 'node_modules/@keelson/client/README.md'), 'utf8');
    const sample = /```ts\n(.*?)```/s.exec(readme)![1]!;
    const addressed = sample.replace('http://127.0.0.1:8080', server.url).replace(/password: '[^']*'/, () => {
      return `password: '${ADMIN_PASSWORD}'`;
    });
    expect(addressed).toContain(server.url);
    await writeFile(path.join(program, 'sample.mjs'), addressed);
    const { stdout } = await run(process.execPath, ['sample.mjs'], { cwd: program });
    expect(stdout).toContain("'admin'");
  });
});
