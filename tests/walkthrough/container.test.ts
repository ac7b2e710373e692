// Plays the container file where no engine is: its steps in a clean directory, then its program and its look at its health; and holds the other
// ways to run the program against `npm start`.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDataDirectory, removeDataDirectory } from '../support/server-process.ts';
import { START_FLAGS } from '../support/start-flags.ts';
import { until } from '../support/until.ts';
import { freePort, root } from './walk.ts';

/** Copying the clone, building the pages and a first start take half a minute on a busy machine. */
const BUILD_MS = 180_000;
const PLACE = '/opt/keelson';
const DATA = '/var/lib/keelson';
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const COMMAND = ['node', ...START_FLAGS, 'apps/server/src/main.ts'];

let directory: string;
let clone: string;
let port: number;
/** Is what the image says about itself, by the word of the instruction. */
let image: Readonly<Record<string, string>>;
let program: ChildProcess | undefined;

const here = (text: string): string =>
  text
    .replaceAll(PLACE, clone)
    .replaceAll(DATA, join(directory, 'data'))
    .replaceAll('0.0.0.0:8080', `127.0.0.1:${port}`)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`);

const environment = () => ({ HOME: process.env.HOME, PATH: `${dirname(process.execPath)}:${process.env.PATH}` });

/** Nobody but root gives files away, and the user of the image is none of this machine. */
const run = (command: string): void =>
  void execFileSync('bash', ['-c', `set -e; chown() { :; }\n${here(command)}`], {
    cwd: clone,
    env: { ...environment(), npm_config_offline: 'true' },
    stdio: 'pipe',
  });

function copySources(): void {
  const ignored = read('.dockerignore').trim().split('\n');
  const isIgnored = (path: string): boolean =>
    ignored.some((name) => path === name || (name.startsWith('**/*') && path.endsWith(name.slice(4))));
  cpSync(root, clone, { recursive: true, filter: (source) => !isIgnored(relative(root, source)) });
}

/** Takes what npm has installed here, which is what it installs there, and builds the pages as it does. */
function installAsNpm(): void {
  const [from, to] = [join(root, 'node_modules'), join(clone, 'node_modules')];
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'pipe' });
  } catch {
    // They lie on different disks.
    rmSync(to, { recursive: true, force: true });
    execFileSync('cp', ['-a', from, to]);
  }
  // npm writes this file where it is, so it would be written here, too.
  const list = join(to, '.package-lock.json');
  copyFileSync(list, `${list}.own`);
  renameSync(`${list}.own`, list);
  rmSync(join(to, '.cache'), { recursive: true, force: true });
  run('npm run prepare');
}

function play(word: string, rest: string): void {
  if (word === 'RUN' && rest.startsWith('npm ci ')) installAsNpm();
  else if (word === 'RUN') run(rest);
  else if (word === 'COPY' && rest === '. .') copySources();
  // Both stages have it in the same place, which is one here.
  else if (word === 'COPY') expect(rest).toBe(`--from=build ${PLACE} ${PLACE}`);
  else expect(['FROM', 'WORKDIR', 'USER', 'ENV', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD']).toContain(word);
}

beforeAll(async () => {
  directory = makeDataDirectory();
  clone = join(directory, 'clone');
  mkdirSync(clone);
  port = await freePort();
  const steps = [...read('deploy/container/Containerfile').matchAll(/^([A-Z]+) (.*)$/gm)];
  for (const [, word = '', rest = ''] of steps) play(word, rest);
  image = Object.fromEntries(steps.map(([, word = '', rest = '']) => [word, rest]));
}, BUILD_MS);
afterAll(async () => {
  if (program !== undefined && program.exitCode === null && program.signalCode === null) {
    program.kill('SIGKILL');
    await once(program, 'exit');
  }
  removeDataDirectory(directory);
});

it('the image has what runs, and none of what tests and checks need', () => {
  expect(image).toMatchObject({ WORKDIR: PLACE, VOLUME: DATA, USER: 'node' });
  expect(image.FROM).toMatch(new RegExp(`^node:${process.versions.node.split('.')[0]}-`));
  const modules = ['pg', 'vitest', '@biomejs/biome', 'typescript-7', 'playwright-core', 'vite', 'react', 'bpmn-js'];
  expect(modules.filter((name) => existsSync(join(clone, 'node_modules', name)))).toEqual(['pg']);
  const places = [
    'echarts/lib',
    'echarts/dist',
    '.bin/node',
    'swagger-ui-dist/swagger-ui.css',
    'typebox/build/index.d.mts',
  ];
  expect(places.filter((place) => existsSync(join(clone, 'node_modules', place)))).toEqual([
    'echarts/lib',
    'swagger-ui-dist/swagger-ui.css',
  ]);
});

it('pages that are to be built without the packages of development are refused with the reason', () => {
  expect(() => run('node tools/build-console.ts --into elsewhere')).toThrow('are built with packages of development');
});

it('its program starts as npm start does, is found healthy, serves its pages, and stops when asked to', {
  timeout: BUILD_MS,
}, async () => {
  const command: readonly string[] = JSON.parse(image.CMD ?? '');
  expect(command).toEqual(COMMAND);
  const variables = Object.fromEntries(
    [...here(image.ENV ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  const [file = '', ...flags] = command;
  program = spawn(file, flags, { cwd: clone, env: { ...environment(), ...variables }, stdio: 'ignore' });
  const look = image.HEALTHCHECK?.split(' CMD ')[1] ?? '';
  const isHealthy = (): boolean => {
    try {
      run(look);
      return true;
    } catch {
      return false;
    }
  };
  expect(isHealthy()).toBe(false);
  await until('the container to be healthy', isHealthy, { timeoutMs: BUILD_MS, pollMs: 200 });
  const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  const ended = once(program, 'exit');
  program.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

const OTHERS = ['deploy/container/compose.yaml', 'deploy/systemd/keelson.service', 'deploy/kubernetes/keelson.yaml'];

it('the unit starts as npm start does, and leaves as much time to stop as the others', () => {
  expect(read(OTHERS[1]!)).toContain(`ExecStart=${PLACE}/node_modules/.bin/${COMMAND.join(' ')}\n`);
  const times = OTHERS.map(
    (file) => /(?:stop_grace_period|TimeoutStopSec|terminationGracePeriodSeconds)[:=] ?(\d+)/.exec(read(file))?.[1],
  );
  expect(times).toEqual(['30', '30', '30']);
});

it.each([...OTHERS, 'deploy/container/Containerfile'])(
  '%s configures nothing that the handbook does not have',
  (file) => {
    const keys = read(file).match(/\bKEELSON_[A-Z_]+\b/g) ?? [];
    expect(keys).not.toEqual([]);
    const handbook = read('docs/operating.md');
    expect(keys.filter((key) => !handbook.includes(`\`${key}\``))).toEqual([]);
  },
);
