// Knows which processes of the program are alive on this database: what a dead one held is free for the others.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from '../database/database.types.ts';
import type { Job } from '../jobs/job.ts';
import { createRepeatedJob } from '../jobs/repeated-job.ts';
import type { Logger } from '../process/logger.ts';
import { createProcessStore, type ProcessRow } from './process.store.ts';

const BEAT_MS = 1_000;

export interface Processes {
  /** A UUID, another one at each start. */
  readonly id: string;
  /** Calls when a process that was alive is no longer, whether it stopped or died. */
  onDeath(listener: () => void): void;
  /** Lists those that are alive now, this one among them; the oldest first. */
  list(): Promise<readonly ProcessRow[]>;
}

export interface ProcessRegistry extends Processes {
  /** Sends heartbeats until it is stopped, which ends the row of this process at once. */
  readonly job: Job;
  /** Sends the first heartbeat, from which on this process may hold rows. */
  enter(): Promise<void>;
}

export function createProcessRegistry({
  database,
  log,
  id = randomUUID(),
}: {
  readonly database: Database;
  readonly log: Logger;
  readonly id?: string;
}): ProcessRegistry {
  const store = createProcessStore(database, database.openDedicatedConnection());
  const listeners: (() => void)[] = [];
  let known = new Set<string>();

  async function beat(): Promise<void> {
    const alive = new Set(await store.beat({ id, host: hostname(), pid: process.pid }));
    const isSomebodyGone = [...known].some((each) => !alive.has(each));
    known = alive;
    if (isSomebodyGone) for (const hear of listeners) hear();
  }

  const beating = createRepeatedJob({ name: 'heartbeat', intervalMs: () => BEAT_MS, run: beat, everywhere: true }, log);
  return {
    id,
    onDeath: (listener) => void listeners.push(listener),
    list: store.list,
    enter: beat,
    job: {
      ...beating,
      async stop() {
        await beating.stop();
        await store.leave(id).catch(() => undefined);
      },
    },
  };
}
