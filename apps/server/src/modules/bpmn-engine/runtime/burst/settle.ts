// Brings a burst to rest: tasks one after another, works side by side, timers and interrupts in between.
import type { Wait } from '@keelson/bpmn-core';
import { type Burst, isOpen, type Part, type Task, waitId } from './burst.ts';
import { beginCall, escalateOutward, onEnded } from './calls.ts';
import { changedTooOften, hasChangedSince } from './changed-variables.ts';
import { cancelCalled } from './end-part.ts';
import { stepPart } from './take-step.ts';
import { takeOutcome } from './work-results.ts';

/** Time that a burst waits for works at most; then it is committed as it stands, and what is still open goes on as jobs. */
export const BURST_WALL_MS = 20_000;
/** Interval in which the clock of the suite is looked at while works are open. */
const CLOCK_LOOK_MS = 20;

/** Brings a burst to rest; throws `BurstFailure`, every work that was open aborted. */
export async function settle(burst: Burst): Promise<void> {
  const deadlineAt = performance.now() + BURST_WALL_MS;
  try {
    while (burst.tasks.length > 0 || burst.running.size > 0) {
      for (let task = burst.tasks.shift(); task !== undefined; task = burst.tasks.shift()) await perform(burst, task);
      if (burst.running.size === 0) return;
      if (performance.now() >= deadlineAt) return;
      const next = dueTimer(burst) ?? (await nextOf(burst, deadlineAt));
      if (next !== null) burst.tasks.push(next);
    }
  } finally {
    for (const { abort } of burst.running.values()) abort.abort();
  }
}

/** Waits for a result, an interrupt, or another look at the clock: null. */
async function nextOf(burst: Burst, deadlineAt: number): Promise<Task | null> {
  const interrupt = burst.interrupts.shift();
  if (interrupt !== undefined) return interrupt;
  const look = Promise.withResolvers<null>();
  burst.wake = () => look.resolve(null);
  const waitMs = Math.max(1, Math.min(CLOCK_LOOK_MS, deadlineAt - performance.now()));
  const timer = setTimeout(burst.wake, waitMs);
  try {
    return await Promise.race([...[...burst.running.values()].map(({ done }) => done), look.promise]);
  } finally {
    clearTimeout(timer);
    burst.wake = null;
  }
}

/** Finds the timer that has been due longest: timers fire also while the burst waits for a work. */
function dueTimer(burst: Burst): Task | null {
  const now = burst.ground.clock.now();
  let first: { readonly part: Part; readonly wait: Wait; readonly dueAt: number } | null = null;
  for (const part of burst.parts.values()) {
    if (part.live.ended !== null || part.live.state.suspended) continue;
    for (const wait of part.live.state.waits) {
      if (wait.kind !== 'timer' || wait.firing.dueAt > now) continue;
      if (first === null || wait.firing.dueAt < first.dueAt) first = { part, wait, dueAt: wait.firing.dueAt };
    }
  }
  if (first === null) return null;
  const { part, wait } = first;
  const at = burst.ground.clock.now();
  return {
    kind: 'interrupt',
    act: () =>
      isOpen(part, wait.number)
        ? stepPart(burst, part, { kind: 'timer', at, actor: null, wait: wait.number })
        : undefined,
  };
}

function perform(burst: Burst, task: Task): void | Promise<void> {
  switch (task.kind) {
    case 'message':
      return burst.ground.sendMessage(burst, task.part, task.effect);
    case 'escalation':
      return escalateOutward(burst, task.part, task.effect);
    case 'end':
      return onEnded(burst, task.part, task.effect);
    case 'call':
      return isOpen(task.part, task.effect.wait) ? beginCall(burst, task.part, task.effect) : undefined;
    case 'cancelled-call':
      return cancelCalled(burst, task.callerId, task.wait);
    case 'interrupt':
      return task.act();
    case 'result': {
      const { part, wait, result, again } = task;
      const isAwaited = burst.running.delete(waitId(part.live.state.facts.id, wait)) && isOpen(part, wait);
      if (!isAwaited) return;
      if (!hasChangedSince(part.live, wait, result)) return takeOutcome(burst, part, wait, result);
      return again() ? undefined : takeOutcome(burst, part, wait, changedTooOften());
    }
  }
}
