// Proves the program as a process: it says why it does not start, finishes what is in flight, and leaves nothing running.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { findRunningPostgres } from './kernel/embedded-postgres/running.ts';
import { send } from './kernel/http/http-server.fixture.ts';
import { parseConfig } from './kernel/process/config.ts';
import { createLogger } from './kernel/process/logger.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
// The uid that PostgreSQL runs as when this is root must be able to go there.
const directory = mkdtempSync(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'keelson-process-'));
beforeAll(() => chmodSync(directory, 0o711));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A start sets up a database: a second or two on an idle machine. */
const START_TIMEOUT_MS = 60_000;

interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
  /** Resolves with the address once it listens, rejects when it ends before. */
  readonly url: Promise<string>;
}

function run(env: Record<string, string>, command: readonly string[] = [process.execPath, main]): Run {
  const { PATH = '' } = process.env;
  const [file = '', ...given] = command;
  const child = spawn(file, given, { cwd: directory, env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let found: (url: string) => void = () => {};
  let lost: (error: Error) => void = () => {};
  const url = new Promise<string>((resolve, reject) => {
    found = resolve;
    lost = reject;
  });
  url.catch(() => {});
  const take = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
    const match = /"url":"([^"]+)"/.exec(output);
    if (match?.[1] !== undefined) found(match[1]);
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      lost(new Error(output));
      resolve(code);
    });
  });
  return { child, output: () => output, ended, url };
}

it('a wrong key stops the start with a sentence and status 1, and its neighbours too', async () => {
  const wrong = run({ KEELSON_LISTN: 'x', KEELSON_ERROR_STATUS: '200' });
  expect(await wrong.ended).toBe(1);
  expect(wrong.output()).toMatch(/KEELSON_LISTN is not a configuration key/);
  expect(wrong.output()).toMatch(/KEELSON_ERROR_STATUS must be truthful or always-200/);
});

it('starts on an empty directory, answers, tells who takes its address, and ends with 0 on SIGTERM, twice in one second', {
  timeout: START_TIMEOUT_MS,
}, async () => {
  const env = { KEELSON_DATA: join(directory, 'data') };
  const first = run({ ...env, KEELSON_LISTEN: '127.0.0.1:0' });
  const url = await first.url;
  expect((await send(`${url}/health/ready`)).status).toBe(200);
  expect((await send(`${url}/session`)).status).toBe(401);

  // npm and a terminal do this together: the second signal is the same wish.
  first.child.kill('SIGTERM');
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect(first.output()).toContain('"msg":"stopped"');
  await expect(send(`${url}/health/live`)).rejects.toThrow('ECONNREFUSED');
});

it('an address that is taken while the program starts ends the start, and the embedded database with it', {
  timeout: START_TIMEOUT_MS,
}, async () => {
  const data = join(directory, 'data');
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const listen = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  try {
    // The check of the address before the start is left out, as for somebody who takes it afterwards.
    const config = parseConfig({ KEELSON_DATA: data, KEELSON_LISTEN: listen }, () => data);
    const app = await createApp({ config, log: createLogger('silent') });
    expect(findRunningPostgres(data)).not.toBeNull();
    await expect(app.listen()).rejects.toThrow(`Another program listens on ${listen} already`);
    expect(findRunningPostgres(data)).toBeNull();
  } finally {
    await new Promise((resolve) => other.close(resolve));
  }
});

it('a start that is asked to stop stops as soon as it has started', { timeout: START_TIMEOUT_MS }, async () => {
  const early = run({ KEELSON_DATA: join(directory, 'data'), KEELSON_LISTEN: '127.0.0.1:0' });
  await expect.poll(() => early.output(), { timeout: START_TIMEOUT_MS }).toContain('starting PostgreSQL');
  early.child.kill('SIGTERM');
  expect(await early.ended).toBe(0);
  expect(early.output()).toContain('database system is shut down');
});

it('under npm it stops with the shell that npm ends in its place', { timeout: START_TIMEOUT_MS }, async () => {
  const env = { KEELSON_DATA: join(directory, 'data'), KEELSON_LISTEN: '127.0.0.1:0', npm_lifecycle_event: 'start' };
  const shell = run(env, ['sh', '-c', '"$0" "$1"; :', process.execPath, main]);
  const url = await shell.url;
  shell.child.kill('SIGTERM');
  // The pipes stay open for as long as the program runs.
  await shell.ended;
  expect(shell.output()).toContain('"msg":"stopped"');
  await expect(send(`${url}/health/live`)).rejects.toThrow('ECONNREFUSED');
});

it('under npm it stops when npm was ended before the program had looked for it', {
  timeout: START_TIMEOUT_MS,
}, async () => {
  const env = { KEELSON_DATA: join(directory, 'data'), KEELSON_LISTEN: '127.0.0.1:0', npm_lifecycle_event: 'start' };
  const orphaned = run(env, ['sh', '-c', '"$0" "$1" & exit', process.execPath, main]);
  await orphaned.ended;
  expect(orphaned.output()).toContain('"msg":"stopped"');
  expect(orphaned.output()).not.toContain('"msg":"listening"');
});
