// How a burst gives up: nothing of it is kept.
import type { StepResult } from '@keelson/bpmn-core';

/** Thrown for a step that changed nothing, with the core's reason. The burst is taken back as a whole. */
export class BurstFailure extends Error {
  readonly result: Exclude<StepResult, { outcome: 'done' | 'asks' }>;
  readonly instanceId: string | null;
  constructor(result: BurstFailure['result'], instanceId: string | null) {
    super(result.outcome === 'failed' ? result.failure.message : result.code);
    this.result = result;
    this.instanceId = instanceId;
  }
}

/** Thrown where another running instance of the process has the business key. */
export class KeyInUse extends BurstFailure {
  readonly businessKey: string;
  readonly holderId: string;
  /** Whether a process that the command moved calls the one with the key; the command itself asked for nothing of the kind. */
  readonly isCalled: boolean;
  constructor({
    businessKey,
    holderId,
    elementId,
    isCalled,
  }: {
    readonly businessKey: string;
    readonly holderId: string;
    readonly elementId: string | null;
    readonly isCalled: boolean;
  }) {
    const message = `The process instance ${holderId} has the business key ${businessKey}`;
    super({ outcome: 'failed', failure: { code: 'BUSINESS_KEY_IN_USE', elementId, message } }, null);
    this.businessKey = businessKey;
    this.holderId = holderId;
    this.isCalled = isCalled;
  }
}
