// Lets Schemathesis make requests of the served document; runs only where KEELSON_SCHEMATHESIS names its program.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '@keelson/client';
import { modules } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entries } from '../acceptance/addresses.ts';
import { clockIds, scenarios } from '../acceptance/scenarios.ts';
import { startTarget } from '../acceptance/target.ts';
import { makeWorld, type World } from '../acceptance/world.ts';
import { createPerson, createService, type Person } from '../support/people.ts';
import { type Relay, startRelay } from './relay.ts';

const {
  KEELSON_SCHEMATHESIS: program,
  /** Each seed, with commas between them, is a run of its own. */
  KEELSON_SCHEMATHESIS_SEED: seeds = '20261128',
  /** So many requests of an operation are made at random, beside its examples. */
  KEELSON_SCHEMATHESIS_EXAMPLES: examples = '3',
  /** Stateful asks with ids that other answers brought. Another one is coverage: the edges of every schema, some tens of thousands of requests. */
  KEELSON_SCHEMATHESIS_PHASES: phases = 'examples,fuzzing,stateful',
} = process.env;
const RUN_TIMEOUT_MS = 7_200_000;
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
const CLOSING_LINES = 40;

/** A mail is its bytes. */
const hooks = `import schemathesis

@schemathesis.serializer("message/rfc822")
def mail(ctx, value):
    return value if isinstance(value, bytes) else str(value).encode()
`;

interface Report {
  readonly operations: { readonly total: number; readonly tested: number };
  readonly test_cases: { readonly generated: number };
  readonly failures: readonly unknown[];
  readonly errors: readonly unknown[];
}

const authorities = modules.flatMap((module) => module.authorities).map(({ authority }) => authority);
const EXPLORER = 'explorer';
/** All scenarios are played once, on a busy machine. */
const FILLING_MS = 600_000;

const documented = modules
  .flatMap(({ operations }) => Object.values(operations))
  .flatMap(({ method, path: first, aliases = [] }) =>
    [first, ...aliases].map((address) => ({
      isFixed: !address.includes('{'),
      pattern: new RegExp(`^${method} ${address.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    })),
  )
  .sort((one, other) => Number(other.isFixed) - Number(one.isFixed));

/** An operation that has a second address is two in the document. */
const operationCount = documented.length;

/** Counts the operations that these requests were for; a fixed address goes before one with parameters. */
function succeededOf(requests: Iterable<string>): number {
  return new Set([...requests].map((request) => documented.find(({ pattern }) => pattern.test(request)))).size;
}

/** Does all work once, so that lists, pages and histories have something to answer. */
async function fill(world: World): Promise<void> {
  for (const { id } of entries.filter(({ id }) => !clockIds.has(id))) {
    await scenarios[id]?.(
      (person) => createClient({ baseUrl: world.url, throwOnError: true, ...(person && { token: person.token }) }),
      world,
    );
  }
}

describe.skipIf(program === undefined)('the document in the hands of Schemathesis', () => {
  let folder: string;
  let world: World;
  let machine: Person;
  let relay: Relay;

  /** Needs no password, which would be locked by wrong ones. */
  async function beginSession(): Promise<string> {
    const { body } = await machine.sure.session.beginWithToken({ body: { session: { username: EXPLORER } } });
    return body.token ?? '';
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'keelson-schemathesis-'));
    // In test mode a reply that breaks its schema and a code that is not declared become a 500.
    world = await makeWorld(await startTarget({ KEELSON_TEST_MODE: 'true' }));
    await fill(world);
    machine = await createService(world.admin, world.url, 'explorer-key', authorities);
    await createPerson(world.admin, world.url, EXPLORER, ['ROLE_SYSTEM_ADMIN']);
    relay = await startRelay(world.url, beginSession);
  }, FILLING_MS);
  afterAll(async () => {
    await relay?.close();
    await world?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(seed: string): Promise<{ readonly report: Report; readonly text: string }> {
    const [configFile, hooksFile, reportFile] = ['schemathesis.toml', 'hooks.py', 'report.json'].map((name) =>
      path.join(folder, name),
    ) as [string, string, string];
    await writeFile(configFile, '');
    await writeFile(hooksFile, hooks);
    const told = ['--report', 'json', '--report-json-path', reportFile, '--no-color'];
    const bounds = ['--seed', seed, '--max-examples', examples, '--phases', phases, '--request-timeout', '60'];
    const child = spawn(
      program!,
      ['--config-file', configFile, 'run', `${relay.url}/v3/api-docs`, '--url', relay.url, ...bounds, ...told].concat([
        '--checks',
        CHECKS.join(),
        '--continue-on-failure',
        '--no-shrink',
      ]),
      { cwd: folder, env: { ...process.env, SCHEMATHESIS_HOOKS: hooksFile }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let text = '';
    for await (const chunk of child.stdout) text += chunk;
    const report = await readFile(reportFile, 'utf8').catch(() => Promise.reject(new Error(text)));
    return { report: JSON.parse(report), text: text.trimEnd() };
  }

  it.each(seeds.split(','))(
    'finds no answer of 5xx, and none that breaks its schema, by the seed %s',
    async (seed) => {
      const { report, text } = await run(seed);
      const succeeded = succeededOf(relay.succeeded);
      process.stdout.write(
        `${text.split('\n').slice(-CLOSING_LINES).join('\n')}\nAnswers by status: ${JSON.stringify(relay.answersByStatus())}\n`,
      );
      process.stdout.write(`Operations that succeeded so far: ${succeeded} of ${operationCount}\n`);
      expect([...report.failures, ...report.errors], `${text}\n${relay.broken.join('\n')}`).toEqual([]);
      expect(report.operations).toMatchObject({ total: operationCount, tested: operationCount });
      expect(report.test_cases.generated).toBeGreaterThan(operationCount);
      expect(Object.keys(relay.answersByStatus()).filter((status) => status.startsWith('5'))).toEqual([]);
    },
    RUN_TIMEOUT_MS,
  );
});
