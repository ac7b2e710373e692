// What the runtime holds in memory of definitions and instances.
import type { EndState, FlowNode, InstanceState, ProcessModel } from '@keelson/bpmn-core';

/** What running an instance of a definition needs; immutable for ever. */
export interface CompiledDefinition {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly name: string | null;
  readonly deploymentId: string;
  readonly model: ProcessModel;
  readonly nodeById: ReadonlyMap<string, FlowNode>;
}

/** An instance as it stands committed. Revision counts its flushes. */
export interface LiveInstance {
  readonly revision: number;
  readonly state: InstanceState;
  readonly compiled: CompiledDefinition;
  /** Null while it runs. */
  readonly ended: { readonly at: number; readonly endState: EndState } | null;
}
