// Starts a whole server with the benchmark's models deployed, and measures what instances cost its database.
import { readFileSync } from 'node:fs';
import { startTestServer } from '../../apps/server/src/testing/test-server.ts';
import { signIn } from '../support/people.ts';
import { createKeepAliveClient, type KeepAliveClient } from './keep-alive-client.ts';
import { type Costs, costsBetween, projectedWalBytes, readCosts } from './statement-costs.ts';

const ADMIN_PASSWORD = 'nine slow barges under the moon';
const MODELS = ['w1', 'w4', 'w10'];
const CLIENTS_MAX = 32;
/** A checkpoint during a measurement, which other tests cause by dropping databases, spoils it: it is made again. */
const ATTEMPTS_MAX = 5;

/** One client does this for one instance, from start to end. */
export type RunInstance = (client: KeepAliveClient) => Promise<void>;

export interface BudgetServer {
  /** Answers the mean costs of one instance, of `instances` run by so many clients at once. Connections and caches are warm. */
  measure(load: { readonly clients: number; readonly instances: number }, run: RunInstance): Promise<Costs>;
  /** Answers the bytes of the log that the projector writes for each of so many instances, from their beginning to its last pass. */
  projectedBytes(load: { readonly clients: number; readonly instances: number }, run: RunInstance): Promise<number>;
  /** Resolves when no job is at work. */
  rest(): Promise<void>;
  stop(): Promise<void>;
}

export async function startBudgetServer(): Promise<BudgetServer> {
  const server = await startTestServer({ env: { KEELSON_ADMIN_PASSWORD: ADMIN_PASSWORD } });
  try {
    const { sure, token } = await signIn(server.url, 'admin', ADMIN_PASSWORD);
    for (const name of MODELS) {
      const bytes = readFileSync(new URL(`../../bench/models/${name}.bpmn`, import.meta.url));
      await sure.bpmnEngine.deploy({
        files: { xmlFile: [{ fileName: `${name}.bpmn`, bytes: new Uint8Array(bytes) }] },
      });
    }
    const client = createKeepAliveClient(server.url, CLIENTS_MAX, token);
    const measureOnce = async (clients: number, instances: number, run: RunInstance): Promise<Costs> => {
      const before = await readCosts(server.database.database);
      await runAll(client, clients, instances, run);
      return costsBetween(before, await readCosts(server.database.database));
    };
    return {
      async measure({ clients, instances }, run) {
        await runAll(client, clients, clients * 3, run);
        for (let attempt = 1; ; attempt++) {
          const costs = await measureOnce(clients, instances, run);
          if (costs.fullPages === 0) return perInstance(costs, instances);
          if (attempt === ATTEMPTS_MAX) throw new Error(`${ATTEMPTS_MAX} measurements met a checkpoint each`);
        }
      },
      async projectedBytes({ clients, instances }, run) {
        await projectAll(client);
        const before = await readCosts(server.database.database);
        await runAll(client, clients, instances, run);
        await projectAll(client);
        return projectedWalBytes(before, await readCosts(server.database.database)) / instances;
      },
      async rest() {
        for (const work of server.kernel.leases.all()) await work.rest();
      },
      async stop() {
        client.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Whoever asks for ended instances has the history projected. */
async function projectAll(client: KeepAliveClient): Promise<void> {
  await client.post('/process-instance/page', { states: ['ENDED'], pageable: { pageSize: 1 } });
}

async function runAll(client: KeepAliveClient, clients: number, instances: number, run: RunInstance): Promise<void> {
  let left = instances;
  const work = async (): Promise<void> => {
    for (; left > 0; ) {
      left--;
      await run(client);
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
}

function perInstance(costs: Costs, instances: number): Costs {
  // Zero would hold every bar.
  if (costs.commits === 0 || costs.walBytes === 0) throw new Error('the counters saw none of the work');
  return {
    statements: costs.statements / instances,
    commits: costs.commits / instances,
    walBytes: costs.walBytes / instances,
    fullPages: 0,
    texts: costs.texts,
  };
}
