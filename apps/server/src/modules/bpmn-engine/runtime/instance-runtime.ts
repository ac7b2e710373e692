// The runtime has its door here: it starts instances, runs commands on them one after another, finds them.
import type { Kernel } from '../../../kernel/module.ts';
import type { DefinitionCache } from './definitions/definition-cache.ts';
import { createCommitFlush } from './flush/commit-flush.ts';
import { createRunCommand } from './run-command.ts';
import { createStartProcess } from './start-process.ts';
import type { EngineLimits } from './state/engine-limits.ts';
import { createInstanceStore } from './state/instance.store.ts';
import { createInstanceMemory } from './state/instance-memory.ts';
import type { LoopBudget } from './state/loop-budget.ts';

/** `onFlush` is called after each commit, so that followers of the history look. */
export function createInstanceRuntime(
  { clock, ids, database, groupCommit }: Pick<Kernel, 'clock' | 'ids' | 'database' | 'groupCommit'>,
  {
    definitions,
    limits,
    budget,
    onFlush,
  }: {
    readonly definitions: DefinitionCache;
    readonly limits: EngineLimits;
    readonly budget: LoopBudget;
    readonly onFlush: () => void;
  },
) {
  const store = createInstanceStore(database);
  const memory = createInstanceMemory(definitions, store);
  const flushes = createCommitFlush({ groupCommit, memory, limits, onFlush });
  return {
    start: createStartProcess({ clock, ids, definitions, limits, budget, flushes }),
    run: createRunCommand({ database, store, memory, limits, budget, flushes, onFlush }),
    /** Answers the committed state; null when no such instance runs. */
    find: memory.load,
    /** Makes the instance of a row that was read elsewhere. */
    decode: memory.decode,
  };
}

export type InstanceRuntime = ReturnType<typeof createInstanceRuntime>;
