// Describes an instance as it stands committed.
import type { EndState, InstanceState } from '@keelson/bpmn-core';
import type { CompiledDefinition } from '../definitions/definition.types.ts';

/** Revision counts the flushes of the instance. */
export interface LiveInstance {
  readonly revision: number;
  readonly state: InstanceState;
  readonly compiled: CompiledDefinition;
  /** Is null while it runs. */
  readonly ended: { readonly at: number; readonly endState: EndState } | null;
}
