// How a burst gives up: nothing of it is kept.
import type { StepResult } from '@keelson/bpmn-core';

/** A step that changed nothing, with what the core says of it. The burst is taken back as a whole. */
export class BurstFailure extends Error {
  readonly result: Exclude<StepResult, { outcome: 'done' | 'asks' }>;
  readonly instanceId: string | null;
  constructor(result: BurstFailure['result'], instanceId: string | null) {
    super(result.outcome === 'failed' ? result.failure.message : result.code);
    this.result = result;
    this.instanceId = instanceId;
  }
}
