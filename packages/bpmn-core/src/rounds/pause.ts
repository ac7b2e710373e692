// How a step that has run for long lets others in: it stops between two acts, and goes on with the burst as it stands.
import type { Burst } from '../instance/burst.ts';

/** Thrown where a step pauses; the burst goes on where it stands, once. */
export class StepPause extends Error {
  readonly burst: Burst;
  constructor(burst: Burst) {
    super('the step pauses');
    this.burst = burst;
  }
}

export function letOthersIn(burst: Burst): void {
  if (burst.isTimeUp?.() === true) throw new StepPause(burst);
}
