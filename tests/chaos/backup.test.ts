// Backs a whole installation up under load, destroys it, and lets another directory go on where the backup stands.
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExternalDatabase, type ExternalDatabase } from '../support/database-url.ts';
import { chain, processFile } from '../support/models.ts';
import { createPerson, createService, type Person, personOf, signIn, signInAdmin } from '../support/people.ts';
import { isAlive } from '../support/process-group.ts';
import {
  makeDataDirectory,
  removeDataDirectory,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { type EventLoad, eventAuthorities, eventDifferences, startEventLoad } from './event-load.ts';
import { type Books, readBooks } from './ledger.ts';
import { type Case, chaosModel, clerkAuthorities, startLoad } from './load.ts';
import { startWaitingLoad, WAITING_KEY, waitingDifferences, waitingModel } from './waiting-load.ts';

const commandLine = fileURLToPath(new URL('../../apps/server/src/cli.ts', import.meta.url));
const CLERKS = 4;
const ACKNOWLEDGEMENTS = 200;
/** Starts, a backup under load, two restores. */
const TEST_MS = 240_000;
const LOOK_MS = 200;

/** Waits by a timer, which is due after the backup, and then for somebody. */
const patientModel = processFile(
  'patient',
  chain(
    '<startEvent id="begun"/>',
    '<intermediateCatchEvent id="pause"><timerEventDefinition><timeDuration>PT20S</timeDuration></timerEventDefinition></intermediateCatchEvent>',
    '<userTask id="after"/>',
    '<endEvent id="done"/>',
  ),
);
const attached = new Uint8Array(300_000).map((_, index) => (index * 7) % 251);

let directory: string;
let external: ExternalDatabase;
let server: ServerProcess;
let ada: Person;
let clerk: Person;

beforeAll(async () => {
  directory = makeDataDirectory();
  external = await createExternalDatabase();
  server = await startServerProcess({ directory });
  const admin = await signInAdmin(server.url);
  ada = await createPerson(admin, server.url, 'ada', ['ROLE_SYSTEM_ADMIN']);
  clerk = await createService(admin, server.url, 'clerk', [...clerkAuthorities, ...eventAuthorities]);
  const { deploy } = clerk.sure.bpmnEngine;
  for (const bytes of [chaosModel, waitingModel, patientModel]) {
    await deploy({ files: { xmlFile: [{ fileName: 'model.bpmn', bytes }] } });
  }
}, TEST_MS);
afterAll(async () => {
  await server?.stop();
  await external?.close();
  removeDataDirectory(directory);
});

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function keelson(words: readonly string[], environment: Readonly<Record<string, string>>): Promise<Said> {
  const env = { PATH: process.env.PATH ?? '', ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [commandLine, ...words], { cwd: tmpdir(), env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

const tablesOf = (backup: string): unknown =>
  (JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8')) as { tables: unknown }).tables;

/** Says what was acknowledged before the backup began and is not in the books, and what in them does not fit together. */
function bookDifferences(before: readonly Case[], { instances, tasks }: Books): readonly string[] {
  const byKey = Map.groupBy(instances, ({ businessKey }) => businessKey);
  const openAt = new Map(tasks.map((task) => [task.processInstanceId, task.taskDefinitionKey]));
  const lost = before.flatMap(({ businessKey, instanceId, completed }) => {
    if (instanceId === null) return [];
    if (byKey.get(businessKey)?.[0]?.id !== instanceId) return [`${businessKey} is not there`];
    return completed && openAt.get(instanceId) !== 'second' ? [`${businessKey} is not completed`] : [];
  });
  const twice = [...byKey].flatMap(([key, { length }]) => (length === 1 ? [] : [`${key} is there ${length} times`]));
  const torn = instances.flatMap(({ id, businessKey }) => (openAt.has(id) ? [] : [`${businessKey} has no task`]));
  return [...lost, ...twice, ...torn];
}

/** Sees those through that the backup has caught on their way. */
async function seeThrough(url: string, { token, sure, username }: Person): Promise<readonly string[]> {
  const worker = startWaitingLoad(0, () => url, token);
  const find = async () => {
    const body = { processDefinitionKeys: [WAITING_KEY], states: ['ACTIVE' as const] };
    const pageable = { pageNumber: 0, pageSize: 200 };
    return (await sure.bpmnEngine.processInstance_queryPage({ body: { ...body, pageable } })).body.data;
  };
  const waiting = await find();
  for (const { id, businessKey } of waiting) {
    const { data } = (await sure.bpmnEngine.queryActivities({ body: { processInstanceId: id } })).body;
    // Its payment came after the backup, or waits in it: a second one lives for a moment alone.
    if (data.some(({ elementId, state }) => elementId === 'paid' && state === 'COMPLETED')) continue;
    const message = { messageName: 'chaos-payment', businessKey, timeToLive: 30_000 };
    await sure.bpmnEngine.correlateMessage({ body: message });
  }
  const cases = waiting.map(({ id, businessKey }) => ({ businessKey: businessKey ?? '', instanceId: id }));
  let found: readonly string[] = [];
  await until(
    'all to come through',
    async () => {
      found = await waitingDifferences(cases, personOf(url, username, token));
      return found.length === 0;
    },
    { pollMs: LOOK_MS },
  ).catch(() => undefined);
  await worker.finish();
  return found;
}

/** Holds what a server on a restored database does against what was there before. */
async function goOn(
  url: string,
  before: { cases: readonly Case[]; events: EventLoad; patient: string; attachmentId: string },
): Promise<void> {
  const reader = personOf(url, clerk.username, clerk.token);
  expect(bookDifferences(before.cases, await readBooks(reader))).toEqual([]);
  expect(
    bookDifferences([{ businessKey: 'lost', instanceId: 'lost', completed: true }], await readBooks(reader)),
  ).toEqual(['lost is not there']);
  expect(await eventDifferences(before.events, reader)).toEqual([]);
  expect(await seeThrough(url, reader)).toEqual([]);
  // Sessions go on, and a password opens a new one.
  const { sure } = personOf(url, 'ada', ada.token);
  expect((await sure.session.get()).body.session.username).toBe('ada');
  await signIn(url, 'ada');
  const params = { id: before.patient, attachmentId: before.attachmentId };
  const answer = await fetch(`${url}/process-instance/${params.id}/attachments/${params.attachmentId}`, {
    headers: { authorization: `Bearer ${ada.token}` },
  });
  expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), attached)).toBe(0);
  const task = await until('the timer', async () => {
    const [open] = (await sure.bpmnEngine.task_queryList({ body: { processInstanceId: before.patient } })).body;
    return open;
  });
  await sure.bpmnEngine.complete({ params: { id: task.id }, body: {} });
  const ended = { processDefinitionKeys: ['patient'], states: ['ENDED' as const] };
  await until('the history to go on', async () => {
    const { data } = (await sure.bpmnEngine.processInstance_queryPage({ body: ended })).body;
    return data.some(({ id }) => id === before.patient);
  });
}

describe('a backup under load', () => {
  it(
    'holds all that was acknowledged before it, and both kinds of database go on with it after everything was destroyed',
    async () => {
      const load = startLoad(CLERKS, () => server.url, clerk.token);
      const waiting = startWaitingLoad(CLERKS, () => server.url, clerk.token);
      const events = startEventLoad(() => server.url, clerk.token);
      const goal = async (count: number): Promise<unknown> => {
        const from = load.acknowledged();
        return until('the load to go on', () => load.acknowledged() >= from + count, { timeoutMs: TEST_MS });
      };
      await goal(ACKNOWLEDGEMENTS);
      const started = await ada.sure.bpmnEngine.startProcessInstanceByKey({
        params: { processDefinitionKey: 'patient' },
        body: {},
      });
      const patient = started.body.id;
      const { addInstanceAttachment } = ada.sure.bpmnEngine;
      const { body: attachment } = await addInstanceAttachment({
        params: { id: patient },
        files: { file: [{ fileName: 'bill.bin', bytes: attached }] },
      });
      const before = {
        cases: load.cases.map((each) => ({ ...each })),
        events: { ...events, acknowledged: structuredClone(events.acknowledged) },
        patient,
        attachmentId: attachment.id,
      };
      const embedded = { KEELSON_DATA: join(directory, 'data') };
      const backup = join(directory, 'backup');
      expect(await keelson(['backup', backup], embedded)).toMatchObject({ code: 0, err: '' });
      await goal(CLERKS);
      await Promise.all([load.finish(), waiting.finish(), events.finish()]);
      server.signal('SIGKILL');
      await server.ended;
      const secretKeys = readFileSync(join(embedded.KEELSON_DATA, 'secret-keys'), 'utf8').trim();
      await until(
        'the database to end',
        () => server.databasePid() === undefined || !isAlive(server.databasePid() ?? 0),
      );
      rmSync(embedded.KEELSON_DATA, { recursive: true });

      expect(await keelson(['restore', backup], embedded)).toMatchObject({ code: 0, err: '' });
      expect(readFileSync(join(embedded.KEELSON_DATA, 'secret-keys'), 'utf8').trim()).toBe(secretKeys);
      // Another backup of what was restored, by a database that no program runs, has the same rows.
      const again = join(directory, 'again');
      expect(await keelson(['backup', again], embedded)).toMatchObject({ code: 0, err: '' });
      expect(tablesOf(again)).toEqual(tablesOf(backup));
      server = await startServerProcess({ directory });
      await goOn(server.url, before);
      await server.stop();

      const outer = {
        DATABASE_URL: external.url,
        KEELSON_SECRET_KEYS: secretKeys,
        KEELSON_LOGGER_SPOOL_DIR: join(directory, 'spool'),
      };
      expect(await keelson(['restore', backup], outer)).toMatchObject({ code: 0, err: '' });
      const environment = {
        KEELSON_SECRET_KEYS: secretKeys,
        KEELSON_LOGGER_SPOOL_DIR: outer.KEELSON_LOGGER_SPOOL_DIR,
      };
      server = await startServerProcess({ databaseUrl: external.url, environment });
      await goOn(server.url, before);
      expect((await keelson(['audit-verify'], outer)).out).toMatch(/^valid: /);
    },
    TEST_MS,
  );
});
