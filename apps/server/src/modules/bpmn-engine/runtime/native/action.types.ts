// Describes actions: what models call by name, and what those who do it are given.
import type { Value, Variables } from '@keelson/bpmn-core';
import type { ChangeSet } from '../../../../kernel/group-commit/group-commit.ts';
import type { StoredFile } from '../burst/burst.ts';

/** The person behind what a definition does by itself, with what that person holds now. */
export interface ActingPerson {
  readonly tenantIdentifier: string;
  readonly username: string;
  readonly roles: ReadonlySet<string>;
  readonly authorities: ReadonlySet<string>;
  holds(authority: string): boolean;
}

export interface ActionCall {
  /** Person who deployed the definition, or is named by it; never whoever started the instance. */
  readonly person: ActingPerson;
  readonly parameters: Variables;
  /** Files that go along with what is sent; of mail tasks alone. */
  readonly files?: readonly StoredFile[];
  /** Time in epoch milliseconds. */
  readonly at: number;
  /** Signal that is aborted when nobody waits for the call any more. */
  readonly signal: AbortSignal;
}

/** Name of an action and its parameters. */
interface NamedAction {
  /** Name as models write it: `mail.send`. */
  readonly name: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Authority that the person behind the definition must hold, or the call becomes an incident; null where everybody may. */
  readonly authority: string | null;
}

/**
 * An action. A `ServiceError` that a call throws becomes the failure CALL_FAILED with its code and sentence; ACCESS_DENIED an incident at
 * once. RATE_LIMITED and SERVICE_UNAVAILABLE count as no attempt. Anything else that is thrown is a bug.
 */
export type ActionDefinition = NamedAction &
  (
    | {
        readonly kind: 'read';
        /** Does the call while the burst waits, perhaps more than once; no connection is held meanwhile. */
        read(call: ActionCall): Promise<Value>;
      }
    | {
        readonly kind: 'prepare';
        /** Prepares the call as `read` does it; its rows are added to the commit in which the token moves on, and to no other. */
        prepare(call: ActionCall): Promise<PreparedCall>;
      }
    | {
        readonly kind: 'job';
        /** Does the call after the commit that ordered it, at least once; a repetition has the same `jobId`. */
        run(call: ActionCall & { readonly jobId: string }): Promise<Value>;
      }
    | {
        readonly kind: 'order';
        /**
         * Orders the call after the commit that ordered it, at least once; a repetition has the same `jobId`. The element then waits until
         * `BpmnEngineApi.settleCall` brings the result for this `jobId`, however long that takes.
         */
        order(call: ActionCall & { readonly jobId: string }): Promise<void>;
      }
  );

export interface PreparedCall {
  readonly value: Value;
  /** Adds the rows of what was prepared. */
  add(changes: ChangeSet): void;
}
