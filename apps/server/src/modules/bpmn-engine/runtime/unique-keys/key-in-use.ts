// Says that another running instance of the process has the business key.
import { BurstFailure } from '../state/burst-failure.ts';

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
