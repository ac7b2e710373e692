// Ends an instance before its time, and all that it called.
import type { CancelCommand, EndState, WorkResult } from '@keelson/bpmn-core';
import { type Burst, findPart, type Part } from './burst.ts';
import { stepPart } from './take-step.ts';

export type Thrown = Extract<WorkResult, { outcome: 'error' }>;

/** Ends a called instance whose call was ended from above. */
export function cancelCalled(burst: Burst, callerId: string, wait: number): Promise<void> {
  return endCalled(burst, callerId, wait, 'CANCELLED');
}

/** Ends what an instance called, by one of its waits or by any. */
export async function endCalled(
  burst: Burst,
  callerId: string,
  wait: number | null,
  endState: EndState,
): Promise<void> {
  const inBurst = [...burst.parts.values()].filter(
    ({ live: { call, ended } }) =>
      ended === null && call?.callerId === callerId && (wait === null || call.wait === wait),
  );
  for (const part of inBurst) await endPart(burst, part, endState);
  // Whoever begins in this burst has called nobody before it.
  if (burst.parts.get(callerId)?.before === null) return;
  for (const calledId of await burst.ground.store.calledBy(callerId, wait)) {
    const part = await findPart(burst, calledId);
    if (part !== null) await endPart(burst, part, endState);
  }
}

/** Ends an instance and all that it called, without anybody above hearing of it. */
export async function endPart(
  burst: Burst,
  part: Part,
  endState: EndState,
  thrown: Thrown | null = null,
): Promise<void> {
  if (part.live.ended !== null) return;
  const at = burst.ground.clock.now();
  const tasksBefore = burst.tasks.length;
  await stepPart(burst, part, { kind: 'cancel', at, actor: null, ...causeOf(endState, thrown) });
  // Its end is nobody's result: the call that it answers is over already, or is reported apart. What it called ends below.
  burst.tasks.length = tasksBefore;
  const error = thrown === null ? null : { code: thrown.errorCode, message: thrown.message, elementId: null };
  part.live = { ...part.live, ended: { at, endState, error } };
  await endCalled(burst, part.live.state.facts.id, null, endState);
}

function causeOf(endState: EndState, thrown: Thrown | null): Pick<CancelCommand, 'cause'> {
  if (endState === 'TERMINATED') return { cause: { endState } };
  return endState === 'ERROR' ? { cause: { endState, errorCode: thrown?.errorCode ?? null } } : {};
}
