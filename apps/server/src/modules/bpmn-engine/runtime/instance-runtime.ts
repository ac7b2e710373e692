// The runtime has its door here: it starts instances, runs commands on them one after another, finds them.
import type { WorkKind } from '@keelson/bpmn-core';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { BurstGround, InlineWork, SendMessage, ThrowSignal } from './burst/burst.ts';
import { createOpenBursts } from './burst/open-bursts.ts';
import { type AnswerQuestion, createStepper } from './burst/stepper.ts';
import { type InstanceCommand, runIn } from './command-burst.ts';
import type { DefinitionCache } from './definitions/definition-cache.ts';
import type { FlushListener } from './flush/burst-rows.ts';
import { createCommitFlush } from './flush/commit-flush.ts';
import type { EngineMetrics } from './flush/engine-metrics.ts';
import type { LoopBudget } from './loop-budget.ts';
import { createNoteFailures } from './note-failures.ts';
import { createRunCommand } from './run-command.ts';
import { createStartProcess, type ProcessStart, startIn } from './start-process.ts';
import type { EngineLimits } from './state/engine-limits.ts';
import { answered, type Refusals } from './state/fail-command.ts';
import { createFailedOperationStore } from './state/failed-operation.store.ts';
import { createInstanceStore } from './state/instance.store.ts';
import { createInstanceMemory } from './state/instance-memory.ts';
import type { JobQueue } from './waits/job-queue.ts';

/** Starts instances and runs commands on them; a failure of the process is 422 to the caller. */
export interface RuntimeDoor {
  start<T>(given: ProcessStart<T>): Promise<T>;
  run<T>(instanceId: string, command: InstanceCommand<T>, refusals?: Refusals): Promise<T | null>;
}

/** What the runtime stands on. */
export interface RuntimeParts {
  readonly definitions: DefinitionCache;
  readonly limits: EngineLimits;
  readonly budget: LoopBudget;
  readonly queue: JobQueue;
  readonly listener: FlushListener;
  readonly metrics: EngineMetrics;
  readonly answerQuestion: AnswerQuestion;
  readonly inlineWork: Partial<Readonly<Record<WorkKind, InlineWork>>>;
  readonly sendMessage: SendMessage;
  readonly throwSignal: ThrowSignal;
}

export function createInstanceRuntime(
  { clock, ids, database, groupCommit }: Pick<Kernel, 'clock' | 'ids' | 'database' | 'groupCommit'>,
  parts: RuntimeParts,
) {
  const {
    definitions,
    limits,
    budget,
    queue,
    listener,
    metrics,
    answerQuestion,
    inlineWork,
    sendMessage,
    throwSignal,
  } = parts;
  const store = createInstanceStore(database);
  const memory = createInstanceMemory(definitions, store);
  const stepper = createStepper({ limits, budget, answer: answerQuestion });
  const ground: BurstGround = { clock, ids, definitions, memory, store, stepper, inlineWork, sendMessage, throwSignal };
  const flushes = createCommitFlush({ database, groupCommit, memory, limits, queue, listener, metrics });
  const bursts = createOpenBursts();
  const start = createStartProcess({ ground, flushes, bursts });
  const commands = { database, ground, limits, flushes, bursts, metrics };
  const run = createRunCommand(commands);
  const noted = createNoteFailures({ clock, store: createFailedOperationStore(groupCommit) });
  return {
    /** Starts an instance, and answers after the commit; a failure of the process is 422 to the caller. */
    start: <T>(given: ProcessStart<T>): Promise<T> =>
      answered(noted.ofStart(given, start), {}, given.facts.startElementId),
    /** Runs a command, and answers after the commit, null when no such instance runs; a failure of the process is 422 to the caller. */
    async run<T>(instanceId: string, command: InstanceCommand<T>, refusals: Refusals = {}): Promise<T | null> {
      const done = await answered(
        noted.ofCommand(command, (known) => run(instanceId, known)),
        refusals,
      );
      return done === null ? null : done.answer;
    },
    /** Runs instances in the transaction of somebody else, before whose commit nothing of it is known or done. */
    within: (tx: Transaction): RuntimeDoor => ({
      start: (given) =>
        answered(
          noted.ofStart(given, (known) => startIn(commands, tx, known)),
          {},
          given.facts.startElementId,
        ),
      async run(instanceId, command, refusals = {}) {
        const done = await answered(
          noted.ofCommand(command, (known) => runIn(commands, tx, instanceId, known)),
          refusals,
        );
        return done === null ? null : done.answer;
      },
    }),
    /**
     * Starts an instance by a job, which takes a failure itself: throws `BurstFailure`, as the command of a job does.
     */
    startByJob: start,
    runByJob: run,
    waitWriters: flushes.waitWriters,
    /** Answers the instance that memory knows, which may be behind another process: the revision decides. */
    recall: memory.recall,
    /** Forgets an instance in memory that was changed beside the runtime. */
    forget: memory.forget,
    /** Answers the committed state; null when no such instance runs. */
    find: memory.load,
    /** Makes the instance of a row that was read elsewhere. */
    decode: memory.decode,
  };
}

export type InstanceRuntime = ReturnType<typeof createInstanceRuntime>;
