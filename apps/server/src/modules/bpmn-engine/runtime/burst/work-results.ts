// Hands results of work to the instance that ordered it; an error that it does not catch goes on to whoever called it.
import type { WorkResult } from '@keelson/bpmn-core';
import type { Burst, Part } from './burst.ts';
import { throwOutward } from './calls.ts';
import { expectDone } from './stepper.ts';
import { take } from './take-step.ts';

/** Throws `BurstFailure`. */
export async function finishWork(burst: Burst, part: Part, wait: number, result: WorkResult): Promise<void> {
  const { command, taken } = await tryWork(burst, part, wait, result);
  const isUncaught = taken.outcome === 'failed' && taken.failure.code === 'UNCAUGHT_ERROR';
  if (isUncaught && result.outcome === 'error' && (await throwOutward(burst, part, result))) return;
  take(burst, part, command, expectDone(taken, part.live.state.facts.id));
}

/** Answers what the result would do; nothing has changed yet. */
export async function tryWork(burst: Burst, { live }: Part, wait: number, result: WorkResult) {
  const { facts } = live.state;
  const command = { kind: 'work', at: burst.ground.clock.now(), actor: null, wait, result } as const;
  const { tenantIdentifier } = facts;
  const taken = await burst.ground.stepper.try({
    model: live.compiled.model,
    state: live.state,
    command,
    tenantIdentifier,
  });
  return { command, taken };
}
