// The door of the runtime: starts instances, runs commands on them one after another, finds them.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database } from '../../../kernel/database/database.ts';
import type { Ids } from '../../../kernel/database/ids.ts';
import type { ChangeSet, GroupCommit } from '../../../kernel/group-commit/group-commit.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { DefinitionCache } from './definitions/definition-cache.ts';
import type { EngineWriters } from './flush/flush.store.ts';
import { createInstanceQueues } from './instance-queues.ts';
import { type Decide, runCommand } from './run-command.ts';
import { type StartInput, startInstance } from './start-process.ts';
import type { EngineLimits } from './state/engine-limits.ts';
import type { InstanceRow, InstanceStore } from './state/instance.store.ts';
import { createInstanceMemory, type InstanceMemory } from './state/instance-memory.ts';
import type { LiveInstance } from './state/live-instance.ts';

/** Adds rows of others that commit with the flush, once its outcome is known; again when the flush is tried again. */
export type AlsoWrite = (changes: ChangeSet, live: LiveInstance) => void;

export interface InstanceRuntime {
  /** Answers after the commit. */
  start(input: StartInput): Promise<LiveInstance>;
  /** Null when no such instance runs. A refusal is given only against state that was current when it was read. */
  run(instanceId: string, decide: Decide, alsoWrite?: AlsoWrite): Promise<LiveInstance | null>;
  /** The committed state; null when no such instance runs. */
  find(instanceId: string): Promise<LiveInstance | null>;
  /** The instance of a row that was read elsewhere. */
  decode(row: InstanceRow): Promise<LiveInstance>;
}

interface Needs {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly database: Database;
  readonly groupCommit: GroupCommit;
  readonly writers: EngineWriters;
  readonly definitions: DefinitionCache;
  readonly store: InstanceStore;
  readonly limits: EngineLimits;
  /** Called after each commit, so that followers of the history look. */
  readonly onFlush: () => void;
}

/** What starts and commands share. */
export interface RuntimeNeeds extends Needs {
  readonly memory: InstanceMemory;
}

export function createInstanceRuntime(needs: Needs): InstanceRuntime {
  const memory = createInstanceMemory(needs.definitions, needs.store);
  const queues = createInstanceQueues(needs.limits.queue);
  const shared: RuntimeNeeds = { ...needs, memory };
  return {
    start: (input) => startInstance(shared, input),
    run(instanceId, decide, alsoWrite) {
      const queued = queues.run(instanceId, () => runCommand(shared, instanceId, decide, alsoWrite));
      return queued ?? fail('RATE_LIMITED', { retryAfterSeconds: 1 });
    },
    find: memory.load,
    decode: memory.decode,
  };
}
