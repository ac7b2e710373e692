// Makes a runtime whose commits always lose the race against others, so that commands end up under a lock.
import { createDatabase } from '../../../kernel/database/database.ts';
import { createGroupCommit } from '../../../kernel/group-commit/group-commit.ts';
import { createLanes } from '../../../kernel/worker/lanes.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { bpmnEngineSettings } from '../bpmn-engine.settings.ts';
import { createDefinitionStore } from '../runtime/definitions/definition.store.ts';
import { createDefinitionCache } from '../runtime/definitions/definition-cache.ts';
import { createModelReader } from '../runtime/definitions/model-reader.ts';
import { createReadingLane } from '../runtime/definitions/reading-lane.ts';
import { createInstanceRuntime } from '../runtime/instance-runtime.ts';
import { createLoopBudget } from '../runtime/loop-budget.ts';
import { createScripting } from '../runtime/scripting.ts';
import { createEngineLimits } from '../runtime/state/engine-limits.ts';

export function createLosingRuntime({ kernel, database: { settings } }: Pick<TestServer, 'kernel' | 'database'>) {
  const database = createDatabase({ settings });
  let conflicts = 0;
  const groupCommit = {
    ...createGroupCommit({ database }),
    commit: async () => {
      conflicts++;
      return { committed: false as const, conflict: 'INSTANCE_REVISION' };
    },
  };
  const { clock, ids } = kernel;
  const lanes = createLanes();
  const scripting = createScripting({ log: kernel.log, lanes });
  const reader = createModelReader({
    budget: createLoopBudget(),
    lane: createReadingLane({ lanes }),
    languages: scripting.languages,
  });
  const runtime = createInstanceRuntime(
    { clock, ids, database, groupCommit },
    {
      definitions: createDefinitionCache(createDefinitionStore(database), reader),
      limits: createEngineLimits(kernel.settings.bind(bpmnEngineSettings)),
      budget: createLoopBudget(),
      queue: { reserve: () => null, release: () => {}, abandon: () => {}, begin: () => {} },
      listener: { onFlush: () => {}, onSubscribed: () => {}, onJobsResumed: () => {}, onExternalTask: () => {} },
      metrics: {
        committed: () => {},
        conflicted: () => {},
        rested: () => {},
        read: () => {},
        compiled: () => {},
      },
      answerQuestion: scripting.answerQuestion,
      inlineWork: {},
      sendMessage: () => Promise.resolve(),
      throwSignal: () => {},
    },
  );
  return { runtime, clock, conflicts: () => conflicts, close: () => database.close() };
}
