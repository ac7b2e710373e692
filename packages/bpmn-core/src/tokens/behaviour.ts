// A behaviour is what every element type says about itself.
import type { WorkResult } from '../contract/commands/commands.ts';
import type { Burst, Scope, WorkToken } from '../instance/burst.ts';
import type { FlowNode } from '../model/process-model.ts';

export interface Behaviour {
  /** First half of a round, in document order of the flows: the token has arrived and arms what it waits for. Nothing leaves here. */
  readonly enter: (burst: Burst, node: FlowNode, token: WorkToken) => void;
  /** Second half of a round, in document order of the elements: does the work and moves on, or waits. */
  readonly act: (burst: Burst, node: FlowNode, token: WorkToken) => void;
  /** Called when the last token in the scope of this token's activity has ended. */
  readonly emptied?: (burst: Burst, node: FlowNode, token: WorkToken) => void;
  /** Called when everything rests: a join that waits for what may never come looks again; true when it went on. */
  readonly release?: (burst: Burst, node: FlowNode, scope: Scope) => boolean;
  /** Called when work that this token ordered outside is done. */
  readonly worked?: (burst: Burst, node: FlowNode, token: WorkToken, result: WorkResult) => void;
}
