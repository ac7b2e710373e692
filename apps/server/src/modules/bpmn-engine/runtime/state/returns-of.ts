// Says where a task can be returned to.
import { type ReturnTarget, returnTargets } from '@keelson/bpmn-core';
import type { LiveInstance } from './live-instance.ts';

/** Lists the nearest first. A task that was closed meanwhile goes nowhere. */
export function returnsOf(live: LiveInstance | null, task: number): readonly ReturnTarget[] {
  return live === null ? [] : returnTargets(live.compiled.model, live.state, task);
}
