// Starts a fresh copy of the repository by npm, as somebody does who has just cloned it, and follows the printed link in a real browser.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { familyOf } from '../../support/process-group.ts';
import { ADMIN_PASSWORD, makeDataDirectory, removeDataDirectory } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';
import { browserProgram, openBrowser } from '../chromium.ts';
import { fillSignIn, openPage } from './console-page.ts';
import { BROWSER_TIMEOUT_MS } from './console-site.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Are in no clone: what was installed, built and kept. */
const NOT_CLONED = /^(?:node_modules|\.git|\.keelson|apps\/console\/dist)$/;
/** A build on a busy machine takes its time, and so does a first start. */
const START_TIMEOUT_MS = 60_000;

/** Tells the program from the shells that npm starts it by, and from its database. */
function isServer(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').at(-2) === 'apps/server/src/main.ts';
}

/** Copies the sources; what npm installs is the same for both ways of installing. */
function makeClone(into: string): string {
  const clone = join(into, 'clone');
  cpSync(root, clone, { recursive: true, filter: (source) => !NOT_CLONED.test(relative(root, source)) });
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  return clone;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe.skipIf(browserProgram === undefined)('the first start', { timeout: 2 * BROWSER_TIMEOUT_MS }, () => {
  let directory: string;
  /** The printed link names it, so it is chosen before. */
  let port: number;
  let clone: string;
  let browser: Browser;
  let program: ChildProcess | undefined;

  beforeEach(async () => {
    directory = makeDataDirectory();
    port = await freePort();
    clone = makeClone(directory);
    browser = await openBrowser();
  }, BROWSER_TIMEOUT_MS);
  afterEach(async () => {
    await browser?.close();
    const { pid, exitCode } = program ?? {};
    if (pid !== undefined && exitCode === null) {
      const ended = new Promise((resolve) => program?.once('close', resolve));
      // Which signals npm hands on depends on its shell; the program itself ends its database.
      for (const member of familyOf(pid).slice(1)) if (isServer(member)) process.kill(member, 'SIGTERM');
      await ended;
    }
    removeDataDirectory(directory);
  });

  const { PATH = '', HOME = '' } = process.env;
  const env = () => ({ PATH, HOME, KEELSON_LISTEN: `127.0.0.1:${port}`, KEELSON_DATA: join(directory, 'data') });
  const npmStart = (): readonly string[] => {
    const lines: string[] = [];
    const started = spawn('npm', ['start'], { cwd: clone, env: env(), stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [started.stdout, started.stderr])
      createInterface(stream).on('line', (line) => lines.push(line));
    program = started;
    return lines;
  };

  it.each([
    ['npm ci', true],
    ['npm ci --ignore-scripts', false],
  ])('console 1: after %s, npm start and the printed link lead to home by nothing else', async (_, runsScripts) => {
    if (runsScripts) execFileSync('npm', ['run', 'prepare'], { cwd: clone, env: env(), stdio: 'ignore' });
    const lines = npmStart();
    const find = (pattern: RegExp) => () => lines.join('\n').match(pattern)?.[0];
    const link = await until('the printed link', find(/http:\S+#token=[\w-]+/), { timeoutMs: START_TIMEOUT_MS });
    await until('the server to listen', find(/"msg":"listening"/), { timeoutMs: START_TIMEOUT_MS });
    const { page, faults, close } = await openPage(browser, new URL(link).origin);
    await page.goto(link);
    await page.getByLabel('New password').fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    // Without a build the page tells that one is made, and asks again by itself.
    await page.getByLabel('Username').waitFor({ timeout: START_TIMEOUT_MS });
    await fillSignIn(page, 'admin', ADMIN_PASSWORD);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(lines.some((line) => line.includes('building the console'))).toBe(!runsScripts);
    // A page that is being prepared is a 503, which a browser writes into its log.
    expect(faults.filter((fault) => !fault.includes('status of 503'))).toEqual([]);
    await close();
  });
});
