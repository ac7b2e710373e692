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

/** Another running instance of the process has the business key. */
export class KeyInUse extends BurstFailure {
  readonly businessKey: string;
  readonly holderId: string;
  /** The command itself asked for nothing of the kind: a process that it moved calls another one. */
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
