// Kills the server and its database without warning, again and again, under load: what was acknowledged has happened once.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createService, type Person, personOf, signInAdmin } from '../support/people.ts';
import { familyOf, isAlive } from '../support/process-group.ts';
import {
  makeDataDirectory,
  removeDataDirectory,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { type EventLoad, eventAuthorities, eventDifferences, startEventLoad } from './event-load.ts';
import { differences, readBooks } from './ledger.ts';
import { chaosModel, clerkAuthorities, insist, startLoad } from './load.ts';
import { startWaitingLoad, waitingDifferences, waitingModel } from './waiting-load.ts';

const ROUNDS = Number(process.env.KEELSON_CHAOS_ROUNDS ?? 6);
const SEED = Number(process.env.KEELSON_CHAOS_SEED ?? Date.now() % 1_000_000);
/** A round takes a start of the server and some load. */
const ROUND_MS = 20_000;
const CLERKS = 6;
/** Events in files are taken over and stored within this time. */
const EVENTS_MS = 60_000;
const WAITING_CLERKS = 4;
/** So many lines of the log are told when the server does not come back. */
const LOG_LINES = 30;

type Blow = 'server' | 'database' | 'one connection' | 'server and database';
const blows: readonly Blow[] = ['server', 'database', 'one connection', 'server and database'];

let directory: string;
let server: ServerProcess;
let clerk: Person;
let events: EventLoad;

beforeAll(async () => {
  directory = makeDataDirectory();
  server = await startServerProcess({ directory });
  const admin = await signInAdmin(server.url);
  clerk = await createService(admin, server.url, 'clerk', [...clerkAuthorities, ...eventAuthorities]);
  await clerk.sure.bpmnEngine.deploy({ files: { xmlFile: [{ fileName: 'chaos.bpmn', bytes: chaosModel }] } });
  await clerk.sure.bpmnEngine.deploy({ files: { xmlFile: [{ fileName: 'waits.bpmn', bytes: waitingModel }] } });
}, ROUND_MS * 6);
afterAll(async () => {
  await server?.stop();
  removeDataDirectory(directory);
});

function kill(pid: number | undefined): void {
  if (pid === undefined || !isAlive(pid)) return;
  process.kill(pid, 'SIGKILL');
}

/** Nothing but our own blow may end the server. */
function untilAlive(what: string, ask: () => boolean | Promise<boolean>): Promise<boolean> {
  return until(what, () => {
    if (!isAlive(server.pid)) throw new Error(`The server ended by itself before: ${what}.`);
    return ask();
  });
}

/** Comes back when everything runs again. */
async function strike(blow: Blow, draw: number): Promise<void> {
  const postmaster = server.databasePid();
  if (postmaster === undefined) throw new Error('there is no database to kill');
  const { pid, ended } = server;
  if (blow === 'one connection') {
    const [, ...children] = familyOf(postmaster);
    kill(children[draw % children.length]);
  }
  if (blow === 'database' || blow === 'server and database') kill(postmaster);
  if (blow === 'server' || blow === 'server and database') {
    kill(pid);
    expect(await ended).toBe('SIGKILL');
    server = await startServerProcess({ directory });
  }
  if (blow === 'database') await untilAlive('another postmaster', () => server.databasePid() !== postmaster);
  await untilAlive('the server to be ready', async () => (await fetch(`${server.url}/health/ready`)).status === 200);
}

/** Opens one session that stays and one that is signed out, both acknowledged before the blow. */
async function openAndClose(): Promise<{ check(): Promise<void> }> {
  const kept = await signInAdmin(server.url);
  const left = await signInAdmin(server.url);
  await left.sure.authentication.logout();
  return {
    async check() {
      const call = ({ username, token }: Person) => personOf(server.url, username, token).client;
      await insist(
        () => server.url,
        kept.token,
        ({ session }) => session.get(),
      );
      // Memory vouches for the session that stays; only the database knows what has ended, once it is back.
      let told: string | undefined;
      // A blow to one connection ends the others a moment later, so that the next answer may be 503 again.
      await untilAlive('the end of a session to be told', async () => {
        told = (await call(left).session.get()).errorDetail?.errorCode;
        return told !== 'SERVICE_UNAVAILABLE';
      });
      expect(told).toBe('SESSION_EXPIRED');
      await call(kept).authentication.logout();
    },
  };
}

describe(`after ${ROUNDS} blows under load, seed ${SEED}`, () => {
  it(
    'bpmn-engine 17: every acknowledged start, completion, message, timer, step, external task and sign-out is there, exactly once, and nothing is stuck',
    async () => {
      const load = startLoad(CLERKS, () => server.url, clerk.token);
      events = startEventLoad(() => server.url, clerk.token);
      const waiting = startWaitingLoad(WAITING_CLERKS, () => server.url, clerk.token);
      const draws = fc.sample(fc.record({ acknowledgements: fc.integer({ min: 1, max: 120 }), draw: fc.nat(1_000) }), {
        seed: SEED,
        numRuns: ROUNDS,
      });
      const goOn = (acknowledgements: number): Promise<unknown> => {
        const goal = load.acknowledged() + acknowledgements;
        return untilAlive('the load to go on', () => load.acknowledged() >= goal);
      };
      for (const [round, { acknowledgements, draw }] of draws.entries()) {
        const blow = blows[round % blows.length] ?? 'server';
        try {
          await goOn(acknowledgements);
          const sessions = await openAndClose();
          await strike(blow, draw);
          await sessions.check();
          await goOn(1);
          waiting.check();
        } catch (error) {
          const ready = await fetch(`${server.url}/health/ready`).then((response) => response.text(), String);
          const lines = server.logLines.slice(-LOG_LINES).join('\n');
          throw new Error(`round ${round}, ${blow}: ${error}\n${load.waiting().join('\n')}\n${ready}\n${lines}`);
        }
      }
      await goOn(CLERKS);
      await Promise.all([load.finish(), waiting.finish(), events.finish()]);
      expect(load.cases.every(({ completed }) => completed)).toBe(true);
      expect(load.cases.length).toBeGreaterThan(ROUNDS);
      const reader = personOf(server.url, clerk.username, clerk.token);
      expect(waiting.cases.length).toBeGreaterThan(ROUNDS);
      expect(await waitingDifferences(waiting.cases, reader)).toEqual([]);
      const books = await readBooks(reader);
      expect(books.instances).toHaveLength(load.cases.length);
      expect(await differences(load.cases, books)).toEqual([]);
      // The books can tell a lie: a case that is lost, and one that was completed without anybody's word.
      const [one] = load.cases;
      const lies = [
        { businessKey: 'lost', instanceId: 'lost', completed: true },
        ...(one ? [{ ...one, completed: false }] : []),
      ];
      const told = await differences(lies, {
        ...books,
        instances: books.instances.filter(({ id }) => id === one?.instanceId),
      });
      expect(told).toHaveLength(3);
    },
    ROUNDS * ROUND_MS,
  );

  it(
    'logger-producer 2: every event that was answered with 200 is there, exactly once, whichever way it came',
    async () => {
      const reader = personOf(server.url, clerk.username, clerk.token);
      const { produceSync, produceAsync } = events.acknowledged;
      expect(Math.min(produceSync.length, produceAsync.length)).toBeGreaterThan(ROUNDS);
      expect(await eventDifferences(events, reader)).toEqual([]);
      const lost = { ...events, acknowledged: { produceSync: ['lost'], produceAsync: [] } };
      expect(await eventDifferences(lost, reader, 0)).toEqual(['lost lost']);
    },
    EVENTS_MS,
  );
});
