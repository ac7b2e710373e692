// Holds the bars of the engine that do not depend on the machine: statements, commits and log bytes of an instance.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BudgetServer, type RunInstance, startBudgetServer } from './budget-server.ts';
import type { KeepAliveClient } from './keep-alive-client.ts';
import type { Costs } from './statement-costs.ts';

/** So many make means that one odd batch does not move, and are few enough for every run of the tests. */
const INSTANCES = { 1: 100, 8: 320, 32: 960 } as const;
const TIMEOUT_MS = 60_000;

interface Instance {
  readonly id: string;
  readonly ended: boolean;
}

let server: BudgetServer;

beforeAll(async () => {
  server = await startBudgetServer();
});
afterAll(() => server?.stop());

const startOf = (key: string): string => `/runtime/start/by-process-definition-key/${key}`;

const fiveTasks: RunInstance = async (client) => {
  const { ended } = await client.post<Instance>(startOf('w1'), {});
  if (!ended) throw new Error('an instance did not end with its start');
};

/** Starts an instance and answers the id of its task. */
async function startAndFind(client: KeepAliveClient): Promise<string> {
  const { id } = await client.post<Instance>(startOf('w4'), {});
  const [task] = await client.post<readonly { readonly id: string }[]>('/task/list', { processInstanceId: id });
  if (task === undefined) throw new Error('a task was not found though its start was answered');
  return task.id;
}

const oneUserTask: RunInstance = async (client) => {
  const taskId = await startAndFind(client);
  const { ended } = await client.post<Instance>(`/task/${taskId}/complete`, {});
  if (!ended) throw new Error('an instance did not end with its task');
};

function measure(clients: keyof typeof INSTANCES, run: RunInstance): Promise<Costs> {
  return server.measure({ clients, instances: INSTANCES[clients] }, run);
}

const kibibytes = (count: number): number => count * 1_024;

describe('five no-op tasks', () => {
  it('one client: an instance takes at most 1.5 statements, 1 commit and 1 KB of log', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const costs = await measure(1, fiveTasks);
    expect(costs.statements, costs.texts.join('\n')).toBeLessThanOrEqual(1.5);
    expect(costs.commits, costs.texts.join('\n')).toBe(1);
    expect(costs.walBytes).toBeLessThanOrEqual(kibibytes(1));
  });

  it('32 clients: an instance takes at most 0.08 statements and 0.08 commits', { timeout: TIMEOUT_MS }, async () => {
    const costs = await measure(32, fiveTasks);
    expect(costs.statements, costs.texts.join('\n')).toBeLessThanOrEqual(0.08);
    expect(costs.commits).toBeLessThanOrEqual(0.08);
  });

  it('the latest version of a process is looked up without a statement', { timeout: TIMEOUT_MS }, async () => {
    const costs = await measure(1, fiveTasks);
    expect(costs.texts.length).toBeGreaterThan(0);
    expect(costs.texts.filter((text) => text.includes('bpm_definition'))).toEqual([]);
  });

  it('ten variables take no further statement', { timeout: TIMEOUT_MS }, async () => {
    const variables = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`variable${index}`, index]));
    const costs = await measure(1, async (client) => {
      await client.post(startOf('w1'), { variables });
    });
    const none = await measure(1, fiveTasks);
    // One further statement would be 1; what goes on beside may be counted now and then.
    expect(Math.abs(costs.statements - none.statements), costs.texts.join('\n')).toBeLessThan(0.2);
  });
});

describe('one user task, with the query that finds it', () => {
  it('one client: an instance takes at most 3.5 statements, 2 commits and 1.8 KB of log', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const costs = await measure(1, oneUserTask);
    expect(costs.statements, costs.texts.join('\n')).toBeLessThanOrEqual(3.5);
    expect(costs.commits, costs.texts.join('\n')).toBe(2);
    expect(costs.walBytes).toBeLessThanOrEqual(kibibytes(1.8));
  });

  it('8 clients: an instance takes at most 1.8 KB of log', { timeout: TIMEOUT_MS }, async () => {
    const costs = await measure(8, oneUserTask);
    expect(costs.walBytes, costs.texts.join('\n')).toBeLessThanOrEqual(kibibytes(1.8));
  });

  it('32 clients: an instance takes at most 0.25 statements and 0.15 commits', { timeout: TIMEOUT_MS }, async () => {
    const costs = await measure(32, oneUserTask);
    expect(costs.statements, costs.texts.join('\n')).toBeLessThanOrEqual(0.25);
    expect(costs.commits).toBeLessThanOrEqual(0.15);
  });

  it('8 clients: the projector writes at most 1.1 KB of log for an instance and its closed task', {
    timeout: TIMEOUT_MS,
  }, async () => {
    await measure(8, oneUserTask);
    const bytes = await server.projectedBytes({ clients: 8, instances: INSTANCES[8] }, oneUserTask);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(kibibytes(1.1));
  });

  it('completing takes at most 2 round trips to the database', { timeout: TIMEOUT_MS }, async () => {
    const whole = await measure(1, oneUserTask);
    const withoutCompletion = await measure(1, async (client) => {
      await startAndFind(client);
    });
    const completion = whole.statements - withoutCompletion.statements;
    expect(completion, whole.texts.join('\n')).toBeGreaterThan(0);
    expect(completion).toBeLessThanOrEqual(2);
  });
});

describe('five asynchronous steps', () => {
  it('one client: the start and each step take at most 2 statements, 1 commit and 2.5 KB of log', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const flushes = 6;
    const costs = await measure(1, async (client) => {
      await client.post(startOf('w10'), {});
      await server.rest();
    });
    expect(costs.commits, costs.texts.join('\n')).toBe(flushes);
    expect(costs.statements, costs.texts.join('\n')).toBeLessThanOrEqual(2 * flushes);
    expect(costs.walBytes).toBeLessThanOrEqual(kibibytes(2.5) * flushes);
  });
});
