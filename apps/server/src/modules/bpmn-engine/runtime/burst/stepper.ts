// Takes steps of the core: within the caller's share of the event loop, its questions answered by scripts.
import {
  type Answer,
  type Command,
  type InstanceState,
  type ProcessModel,
  type Question,
  type StepDone,
  type StepResult,
  step,
} from '@keelson/bpmn-core';
import { BurstFailure } from '../state/burst-failure.ts';
import type { EngineLimits } from '../state/engine-limits.ts';
import type { LoopBudget } from '../state/loop-budget.ts';

export type AnswerQuestion = (question: Question, at: number) => Promise<Answer>;
type Taken = Exclude<StepResult, { outcome: 'asks' }>;

export interface StepInput {
  readonly model: ProcessModel;
  readonly state: InstanceState | null;
  readonly command: Command;
  readonly tenantIdentifier: string;
}

export function createStepper({
  limits,
  budget,
  answer,
}: {
  readonly limits: EngineLimits;
  readonly budget: LoopBudget;
  readonly answer: AnswerQuestion;
}) {
  function once({ model, state, command, tenantIdentifier }: StepInput, answers: readonly Answer[]): StepResult {
    return budget.run(tenantIdentifier, command.actor ?? '', () =>
      step(model, state, command, limits.host(tenantIdentifier), answers),
    );
  }

  async function answered(input: StepInput, first: Question): Promise<Taken> {
    const answers: Answer[] = [];
    for (let question = first; ; ) {
      answers.push(await answer(question, input.command.at));
      const result = once(input, answers);
      if (result.outcome !== 'asks') return result;
      question = result.question;
    }
  }

  return {
    /** Answers at once where no question is asked: most steps ask none. */
    try(input: StepInput): Taken | Promise<Taken> {
      const result = once(input, []);
      return result.outcome === 'asks' ? answered(input, result.question) : result;
    },
  };
}

export type Stepper = ReturnType<typeof createStepper>;

export function expectDone(result: Taken, instanceId: string | null): StepDone {
  if (result.outcome !== 'done') throw new BurstFailure(result, instanceId);
  return result;
}
