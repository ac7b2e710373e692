// Lets Schemathesis make requests of the served document; runs only where KEELSON_SCHEMATHESIS names its program.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { modules } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, createService, type Person, signInAdmin } from '../support/people.ts';
import {
  makeDataDirectory,
  removeDataDirectory,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';
import { type Relay, startRelay } from './relay.ts';

const {
  KEELSON_SCHEMATHESIS: program,
  KEELSON_SCHEMATHESIS_SEED: seed = '20261128',
  /** So many requests of an operation are made at random, beside its examples. */
  KEELSON_SCHEMATHESIS_EXAMPLES: examples = '3',
  /** Another one is coverage: the edges of every schema, some tens of thousands of requests. */
  KEELSON_SCHEMATHESIS_PHASES: phases = 'examples,fuzzing',
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

const config = `[checks.not_a_server_error]
expected-statuses = ["2xx", "3xx", "4xx", 501]
`;
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
/** An operation that has a second address is two in the document. */
const operationCount = modules
  .flatMap(({ operations }) => Object.values(operations))
  .flatMap(({ path: first, aliases = [] }) => [first, ...aliases]).length;
const EXPLORER = 'explorer';

describe.skipIf(program === undefined)('the document in the hands of Schemathesis', () => {
  let directory: string;
  let folder: string;
  let server: ServerProcess;
  let machine: Person;
  let relay: Relay;

  /** Needs no password, which would be locked by wrong ones. */
  async function beginSession(): Promise<string> {
    const { body } = await machine.sure.session.beginWithToken({ body: { session: { username: EXPLORER } } });
    return body.token ?? '';
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'keelson-schemathesis-'));
    directory = makeDataDirectory();
    // In test mode a reply that breaks its schema and a code that is not declared become a 500.
    server = await startServerProcess({ directory, environment: { KEELSON_TEST_MODE: 'true' } });
    const admin = await signInAdmin(server.url);
    machine = await createService(admin, server.url, 'explorer-key', authorities);
    await createPerson(admin, server.url, EXPLORER, ['ROLE_SYSTEM_ADMIN']);
    relay = await startRelay(server.url, beginSession);
  }, 60_000);
  afterAll(async () => {
    await relay?.close();
    await server?.stop();
    removeDataDirectory(directory);
    await rm(folder, { recursive: true, force: true });
  });

  async function run(): Promise<{ readonly report: Report; readonly closing: string }> {
    const [configFile, hooksFile, reportFile] = ['schemathesis.toml', 'hooks.py', 'report.json'].map((name) =>
      path.join(folder, name),
    ) as [string, string, string];
    await writeFile(configFile, config);
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
    const closing = text.trimEnd().split('\n').slice(-CLOSING_LINES).join('\n');
    const report = await readFile(reportFile, 'utf8').catch(() => Promise.reject(new Error(text)));
    return { report: JSON.parse(report), closing };
  }

  it(
    'finds no answer of 5xx but 501, and none that breaks its schema',
    async () => {
      const { report, closing } = await run();
      process.stdout.write(`${closing}\nAnswers by status: ${JSON.stringify(relay.answersByStatus())}\n`);
      expect([...report.failures, ...report.errors]).toEqual([]);
      expect(report.operations).toMatchObject({ total: operationCount, tested: operationCount });
      expect(report.test_cases.generated).toBeGreaterThan(operationCount);
      const broken = Object.keys(relay.answersByStatus()).filter((status) => /^5/.test(status) && status !== '501');
      expect(broken).toEqual([]);
    },
    RUN_TIMEOUT_MS,
  );
});
