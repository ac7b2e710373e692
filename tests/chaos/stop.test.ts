// Sends SIGTERM under load: whatever was accepted is answered, the process ends with 0 in time, and nothing answered is lost.
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doneWithin, plainProgram } from '../../apps/server/src/testing/stretched-bar.ts';
import { createService, type Person, personOf, signInAdmin } from '../support/people.ts';
import { isAlive } from '../support/process-group.ts';
import {
  makeDataDirectory,
  removeDataDirectory,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { readBooks } from './ledger.ts';
import { chaosModel, clerkAuthorities, PROCESS_KEY } from './load.ts';

/** What is in flight has ten seconds, closing two. */
const STOP_MS_MAX = 12_000;
const ROUNDS = 2;
const CONNECTIONS = 16;

let directory: string;
let server: ServerProcess;
let clerk: Person;

beforeAll(async () => {
  directory = makeDataDirectory();
  server = await startServerProcess({ directory });
  clerk = await createService(await signInAdmin(server.url), server.url, 'clerk', clerkAuthorities);
  await clerk.sure.bpmnEngine.deploy({ files: { xmlFile: [{ fileName: 'chaos.bpmn', bytes: chaosModel }] } });
});
afterAll(async () => {
  await server?.stop();
  removeDataDirectory(directory);
});

type Outcome = 'answered' | 'refused before it was accepted' | 'cut off';
interface Tried {
  readonly outcome: Outcome;
  readonly instanceId: string | null;
}

/** Starts one instance on a kept connection; what the server had read before it hung up must have been answered. */
function start(agent: Agent, businessKey: string): Promise<Tried> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${clerk.token}`, 'content-type': 'application/json' };
    const address = `${server.url}/runtime/start/by-process-definition-key/${PROCESS_KEY}`;
    const asked = request(address, { method: 'POST', headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', () => resolve({ outcome: 'cut off', instanceId: null }));
      response.on('end', () => {
        if (response.statusCode !== 200) return resolve({ outcome: 'cut off', instanceId: null });
        const { body } = JSON.parse(text) as { body: { id: string } };
        resolve({ outcome: 'answered', instanceId: body.id });
      });
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // A kept connection that the server closed while the request was under way to it was never read.
      const unread = error.code === 'ECONNREFUSED' || (error.code === 'ECONNRESET' && asked.reusedSocket);
      resolve({ outcome: unread ? 'refused before it was accepted' : 'cut off', instanceId: null });
    });
    asked.end(JSON.stringify({ businessKey }));
  });
}

describe('a server that is asked to stop while it works', () => {
  it(
    'answers what it has accepted, ends with 0 within 12 s, and has stored what it answered and nothing twice',
    async () => {
      const answered: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
        const tried: Tried[] = [];
        const run = async (line: number): Promise<void> => {
          for (let count = 0; ; count += 1) {
            const result = await start(agent, `${round}-${line}-${count}`);
            tried.push(result);
            if (result.outcome !== 'answered') return;
          }
        };
        const lines = Array.from({ length: CONNECTIONS }, (_, line) => run(line));
        await until('some load', () => tried.length > 100);
        const postmaster = server.databasePid() ?? -1;
        expect(isAlive(postmaster)).toBe(true);
        const code = await doneWithin(STOP_MS_MAX, plainProgram, () => {
          server.signal('SIGTERM');
          return server.ended;
        });
        expect([code, isAlive(postmaster)]).toEqual([0, false]);
        await Promise.all(lines);
        agent.destroy();
        expect(tried.filter(({ outcome }) => outcome === 'cut off')).toEqual([]);
        answered.push(...tried.flatMap(({ instanceId }) => instanceId ?? []));
        server = await startServerProcess({ directory });
      }
      const { instances } = await readBooks(personOf(server.url, clerk.username, clerk.token));
      expect(instances.map(({ id }) => id).sort()).toEqual([...new Set(answered)].sort());
    },
    ROUNDS * (STOP_MS_MAX + 60_000),
  );
});
