// Describes an instance as it stands committed.
import type { EndState, InstanceState } from '@keelson/bpmn-core';
import type { CompiledDefinition } from '../definitions/definition.types.ts';

/** Names the call that an instance answers. */
export interface CallPlace {
  readonly callerId: string;
  /** The wait of the calling instance that the end of this one fulfils. */
  readonly wait: number;
  readonly token: number;
  /** The outermost instance of the chain of calls. */
  readonly rootId: string;
  /** Number of calls around it: 1 for an instance that a root calls. */
  readonly depth: number;
  /** The call activity, in the burst that begins the instance alone: its row keeps it. */
  readonly elementId?: string | null;
}

export interface InstanceEnd {
  readonly at: number;
  readonly endState: EndState;
  /** With ERROR alone. */
  readonly error: EndError | null;
}

export interface EndError {
  readonly code: string | null;
  readonly message: string | null;
  readonly elementId: string | null;
}

export const NO_ERROR: EndError = { code: null, message: null, elementId: null };

/** Revision counts the flushes of the instance. */
export interface LiveInstance {
  readonly revision: number;
  /** Time of the last revision in epoch milliseconds. */
  readonly changedAt: number;
  readonly state: InstanceState;
  readonly compiled: CompiledDefinition;
  /** Null where nobody called it. */
  readonly call: CallPlace | null;
  /** Number of jobs of the instance that have failed for good; each is an incident. */
  readonly failedJobs: number;
  /** Null while it runs. */
  readonly ended: InstanceEnd | null;
}

export function rootIdOf({ call, state }: LiveInstance): string {
  return call?.rootId ?? state.facts.id;
}
