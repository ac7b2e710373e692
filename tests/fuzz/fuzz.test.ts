// Throws generated requests, right and hostile, at every operation that the served document declares.
import { readFileSync } from 'node:fs';
import { formOf, modules } from '@keelson/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suites } from '../acceptance/suites.ts';
import { oneTask } from '../support/models.ts';
import { createPerson, createService, type Person, personOf, signInAdmin } from '../support/people.ts';
import {
  makeDataDirectory,
  removeDataDirectory,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';
import { type Reader, readDocument, type Target } from './document.ts';
import { createSender, requestFor, type WireAnswer, type WireRequest } from './requests.ts';
import type { KnownValues } from './schema-inputs.ts';

const SEED = Number(process.env.KEELSON_FUZZ_SEED ?? 20_261_121);
const RUNS = Number(process.env.KEELSON_FUZZ_RUNS ?? 60);
/** Each of these may cost a password hash. */
const HASHING: readonly string[] = ['/auth/login', '/auth/reauthenticate', '/auth/password/change'];
const RUNS_OF_HASHING = Math.min(RUNS, 40);
const OPERATION_TIMEOUT_MS = 60_000;

let server: ServerProcess;
let directory: string;
let reader: Reader;
let known: KnownValues;
let machine: Person;
let sender: ReturnType<typeof createSender>;
let url: string;

const PERSON = 'fuzzed-person';
/** Needs no password: wrong ones that were tried before would have locked the name. */
async function beginSession(): Promise<Person> {
  const { body } = await machine.sure.session.beginWithToken({ body: { session: { username: PERSON } } });
  return personOf(url, PERSON, body.token ?? '');
}
/** Requests get past the guard with every authority there is. */
const authorities = modules.flatMap((module) => module.authorities).map(({ authority }) => authority);
/** The example has expressions on variables, a choice and a join, for variables of every shape. */
const example = readFileSync(new URL('../../docs/examples/leave-request.bpmn', import.meta.url), 'utf8');

/** Makes instances and tasks to be worked on, people and keys to be changed, and what each module adds. */
async function makeKnownValues(admin: Person): Promise<KnownValues> {
  const model = oneTask('fuzzed', `keelson:candidateUsers="${PERSON},service:fuzzer"`);
  const files = [model, example].map((bytes, index) => ({ fileName: `${index}.bpmn`, bytes }));
  await admin.sure.bpmnEngine.deployList({ files: { xmlFileList: files } });
  const [tasks, executions, instances, definitions]: string[][] = [[], [], [], []];
  for (let index = 0; index < 10; index += 1) {
    const { body } = await admin.sure.bpmnEngine.startProcessInstanceByKey({
      params: { processDefinitionKey: index % 2 === 0 ? 'fuzzed' : 'leave-request' },
      body: { variables: { days: index, decideBy: '2030-01-01T00:00:00Z' } },
    });
    instances?.push(body.id);
    definitions?.push(body.processDefinitionId);
    executions?.push(...body.currentElements.map(({ executionId }) => executionId));
    const found = await admin.sure.bpmnEngine.task_queryList({ body: { processInstanceId: body.id } });
    tasks?.push(...found.body.map(({ id }) => id));
  }
  const { body: user } = await admin.sure.authentication.createUser({ body: { username: 'fuzzed-other' } });
  const keys = [await createService(admin, url, 'fuzzed-key', ['SESSION_VIEW'])];
  const { body: session } = await admin.sure.session.get();
  const added: Readonly<Record<string, readonly string[]>>[] = [];
  for (const { makeFuzzValues } of suites) if (makeFuzzValues !== undefined) added.push(await makeFuzzValues(admin));
  const any = [...(tasks ?? []), ...(instances ?? []), 'fuzzed', PERSON, 'default', 'ROLE_USER'];
  const byName: Readonly<Record<string, readonly string[] | undefined>> = {
    task: tasks,
    taskId: tasks,
    executionId: executions,
    'process-instance': instances,
    history: instances,
    processInstanceId: instances,
    repository: definitions,
    processDefinitionId: definitions,
    processDefinitionKey: ['fuzzed', 'leave-request'],
    key: ['fuzzed', 'leave-request'],
    variableName: ['days', 'a.b'],
    uuid: [user.uuid, ...keys.map(({ uuid }) => uuid)],
    identifier: [session.session.identifier],
    roleList: ['ROLE_USER', 'ROLE_TENANT_ADMIN', 'ROLE_SERVICE', 'ROLE_FUZZED'],
    code: ['ROLE_FUZZED', 'ROLE_USER'],
    name: ['a-key', 'b.key'],
    username: [PERSON, 'fuzzed-other', 'İşçi'],
    allowedAddressList: ['10.0.0.0/8', '::1/128'],
    ipAddress: ['127.0.0.1', '::/0'],
    locale: ['tr-TR', 'en'],
    role: ['ROLE_USER', 'ROLE_TENANT_ADMIN'],
    authority: authorities,
    authorityList: authorities,
    tenantIdentifier: ['default', 'elsewhere'],
    redirectUrl: ['/docs'],
    strictness: ['lenient'],
  };
  return {
    forName(name) {
      const values = [byName, ...added].flatMap((source) => source[name] ?? []);
      return values.length === 0 ? any : values;
    },
  };
}

beforeAll(async () => {
  directory = makeDataDirectory();
  // In test mode a reply that breaks its schema and a code that is not declared become a 500.
  server = await startServerProcess({ directory, environment: { KEELSON_TEST_MODE: 'true' } });
  ({ url } = server);
  const admin = await signInAdmin(url);
  machine = await createService(admin, url, 'fuzzer', authorities);
  await createPerson(admin, url, PERSON, ['ROLE_TENANT_ADMIN']);
  known = await makeKnownValues(admin);
  reader = readDocument(await (await fetch(`${url}/v3/api-docs`)).json());
  sender = createSender(url);
});
afterAll(async () => {
  sender?.close();
  await server?.stop();
  removeDataDirectory(directory);
});

const built = modules.flatMap(({ name, operations }) =>
  Object.values(operations)
    .filter((operation) => operation.built)
    .flatMap((operation) =>
      [operation.path, ...(operation.aliases ?? [])].map((path) => [operation.method, path, name] as const),
    ),
);

const ofrepPaths = new Set(
  modules
    .flatMap(({ operations }) => Object.values(operations))
    .filter((operation) => formOf(operation) === 'ofrep')
    .map(({ path }) => path),
);
/** Whoever likes a page better gets his refusal as one. */
const pagePaths = new Set(
  modules
    .flatMap(({ operations }) => Object.values(operations))
    .flatMap((operation) => (operation.built && operation.reply.kind === 'page-or-void' ? [operation.path] : [])),
);
const ofrepCodes = [undefined, 'PARSE_ERROR', 'INVALID_CONTEXT', 'FLAG_NOT_FOUND'];

/** Says what is wrong with a refusal of OFREP, which has no envelope; null where nothing is. */
function ofrepProblemOf(answer: Readonly<Record<string, unknown>>): string | null {
  const { errorDetails, errorCode, key = '', ...rest } = answer;
  if (typeof errorDetails !== 'string' || typeof key !== 'string') return 'no sentence, or a key that is none';
  if (!ofrepCodes.includes(errorCode as string | undefined)) return `a code that OFREP does not have: ${errorCode}`;
  return Object.keys(rest).length === 0 ? null : 'fields that OFREP does not have';
}

/** Says what is wrong with a refusal of OTLP, a google.rpc.Status in the encoding of the request; null where nothing is. */
function otlpProblemOf(contentType: unknown, text: string): string | null {
  if (!String(contentType).startsWith('application/json')) return null;
  const { code, message, ...rest } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (typeof code !== 'number' || typeof message !== 'string') return 'no code, or no sentence';
  return Object.keys(rest).length === 0 ? null : 'fields that google.rpc.Status does not have';
}

/** A broken path parameter may turn an address into another one, which answers these codes. */
const addressCodes = ['OPERATION_NOT_FOUND', 'METHOD_NOT_ALLOWED'];

function problemOf(target: Target, { status, headers, text }: WireAnswer): string | null {
  if (status >= 500) return 'a failure of the server';
  if (headers['x-request-id'] === undefined) return 'no correlation id';
  if (status < 400) return null;
  if (target.path === '/otlp/v1/logs') return otlpProblemOf(headers['content-type'], text);
  if (pagePaths.has(target.path) && String(headers['content-type']).startsWith('text/html')) return null;
  const answer = JSON.parse(text) as { body: unknown; errorDetail: { errorCode: string; uuid: string } };
  // A path that cannot be read reaches no operation, and its refusal has the envelope.
  if (ofrepPaths.has(target.path) && !('errorDetail' in answer)) return ofrepProblemOf(answer);
  const { body, errorDetail } = answer;
  if (body !== null) return 'no envelope';
  if (errorDetail.uuid !== headers['x-request-id']) return 'another correlation id in the envelope';
  const { errorCode } = errorDetail;
  const declared = target.codes.has(errorCode) || (target.path.includes('{') && addressCodes.includes(errorCode));
  return declared ? null : `a code that is not declared: ${errorCode}`;
}

function describeRequest({ method, path, headers, body }: WireRequest): string {
  return `${method} ${path} ${JSON.stringify(headers)} ${body === null ? '' : JSON.stringify(body.toString().slice(0, 600))}`;
}

const movesTime = (path: string): boolean => path.startsWith('/bpmn/test-clock');

/** Sends requests that fit the operation more or less; throws the first whose answer is wrong. */
async function fuzz(method: string, path: string, person: Person): Promise<void> {
  const target = reader.targets.find((candidate) => candidate.method === method && candidate.path === path);
  if (target === undefined) throw new Error('the document does not have it');
  const callers = [...Array<string>(12).fill(machine.token), ...Array<string>(6).fill(person.token), null];
  const property = fc.asyncProperty(
    requestFor(target, reader, known),
    fc.constantFrom(...callers),
    async (request, token) => {
      const answer = await sender.send(request, token);
      if (answer === null) return;
      const problem = problemOf(target, answer);
      if (problem !== null)
        throw new Error(`${problem}: ${describeRequest(request)}\n${answer.status} ${answer.text.slice(0, 600)}`);
    },
  );
  const numRuns = HASHING.includes(path) ? RUNS_OF_HASHING : RUNS;
  await fc.assert(property, { seed: SEED, numRuns, interruptAfterTimeLimit: OPERATION_TIMEOUT_MS / 2 });
}

describe('generated requests', () => {
  it('reach every operation that is built', () => {
    const documented = reader.targets.map(({ method, path }) => `${method} ${path}`);
    expect(documented.sort()).toEqual(built.map(([method, path]) => `${method} ${path}`).sort());
  });

  it.each(built.filter(([, path]) => !movesTime(path)))(
    '%s %s answers each in the envelope with a code that it declares',
    // Some operations end the session that they are called with.
    async (method, path) => fuzz(method, path, await beginSession()),
    OPERATION_TIMEOUT_MS,
  );

  it('leave a server that is healthy, has logged no failure and does its work', async () => {
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect(server.logLines.filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([]);
    const again = await beginSession();
    const task = await again.client.bpmnEngine.task_queryList({ body: { mine: true } });
    expect(task.ok).toBe(true);
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
  });

  // They come last: every session and key may have run out behind them.
  it('of the clock answer each in the envelope with a code that it declares', {
    timeout: 3 * OPERATION_TIMEOUT_MS,
  }, async () => {
    const person = await beginSession();
    const moving = built.filter(([, path]) => movesTime(path));
    expect(moving.length).toBeGreaterThan(2);
    for (const [method, path] of moving) await fuzz(method, path, person);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
  });
});
