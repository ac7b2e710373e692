// Takes steps of the core: in turns with others, within the caller's share of the event loop, its questions answered by scripts.
import {
  type Answer,
  type Command,
  type InstanceState,
  type ProcessModel,
  type Question,
  type StepDone,
  type StepPaused,
  type StepResult,
  stepInTurns,
} from '@keelson/bpmn-core';
import type { LoopBudget } from '../loop-budget.ts';
import { createLoopTurns, type LoopTurns } from '../loop-turns.ts';
import { BurstFailure } from '../state/burst-failure.ts';
import type { EngineLimits } from '../state/engine-limits.ts';

/** Answers a question of a step; it takes its turn among the tenants. */
export type AnswerQuestion = (tenantIdentifier: string, question: Question, at: number) => Promise<Answer>;
type Taken = Exclude<StepResult, { outcome: 'asks' }>;

/** A step that has begun; its next turn is measured from `beginTurn` on. */
interface Stepped {
  readonly taken: StepResult | StepPaused;
  readonly beginTurn: () => void;
}

export interface StepInput {
  readonly model: ProcessModel;
  readonly state: InstanceState | null;
  readonly command: Command;
  readonly tenantIdentifier: string;
}

/** Time after which a step lets others in. */
const TURN_MS = 8;

export function createStepper({
  limits,
  budget,
  answer,
  turns = createLoopTurns(),
  nowMs = () => performance.now(),
}: {
  readonly limits: Pick<EngineLimits, 'host'>;
  readonly budget: LoopBudget;
  readonly answer: AnswerQuestion;
  readonly turns?: LoopTurns;
  /** Clock of the machine, by which turns are measured. */
  readonly nowMs?: () => number;
}) {
  function begin({ model, state, command, tenantIdentifier }: StepInput, answers: readonly Answer[]): Stepped {
    let endsAt = nowMs() + TURN_MS;
    const beginTurn = (): void => {
      endsAt = nowMs() + TURN_MS;
    };
    const isTimeUp = () => nowMs() >= endsAt;
    const host = limits.host(tenantIdentifier);
    return { taken: stepInTurns(model, state, command, { host, answers, isTimeUp }), beginTurn };
  }

  /** Runs a step to its end, and counts what its turns took together. */
  async function finish(input: StepInput, { taken, beginTurn }: Stepped): Promise<StepResult> {
    let result = taken;
    let tookMs = TURN_MS;
    while (result.outcome === 'paused') {
      await turns.next();
      const beganMs = nowMs();
      beginTurn();
      result = result.goOn();
      tookMs += nowMs() - beganMs;
    }
    if (taken.outcome === 'paused') budget.spend(input.tenantIdentifier, input.command.actor ?? '', tookMs);
    return result;
  }

  function once(input: StepInput, answers: readonly Answer[]): Stepped {
    return budget.run(input.tenantIdentifier, input.command.actor ?? '', () => begin(input, answers));
  }

  async function answered(input: StepInput, first: Stepped): Promise<Taken> {
    const answers: Answer[] = [];
    for (let stepped = first; ; stepped = once(input, answers)) {
      const result = await finish(input, stepped);
      if (result.outcome !== 'asks') return result;
      answers.push(await answer(input.tenantIdentifier, result.question, input.command.at));
    }
  }

  return {
    /** Takes a step, at once where no question is asked and one turn is enough: most steps are like that. */
    try(input: StepInput): Taken | Promise<Taken> {
      const first = once(input, []);
      const { taken } = first;
      return taken.outcome === 'asks' || taken.outcome === 'paused' ? answered(input, first) : taken;
    },
  };
}

export type Stepper = ReturnType<typeof createStepper>;

export function expectDone(result: Taken, instanceId: string | null): StepDone {
  if (result.outcome !== 'done') throw new BurstFailure(result, instanceId);
  return result;
}
