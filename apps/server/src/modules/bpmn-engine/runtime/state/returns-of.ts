// Says where a task can be returned to.
import { type ReturnTarget, returnTargets } from '@keelson/bpmn-core';
import type { LiveInstance } from './live-instance.ts';

/** Lists where a task can be returned to, the nearest first; nowhere where it was closed meanwhile. */
export function returnsOf(live: LiveInstance | null, task: number): readonly ReturnTarget[] {
  return live === null ? [] : returnTargets(live.compiled.model, live.state, task);
}
