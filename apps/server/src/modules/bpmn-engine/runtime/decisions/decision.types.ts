// Describes decisions: as a deployment stores them, and as they are evaluated.
import type { DecisionGraph } from '@keelson/bpmn-host';

/** Describes a version of a decision as deployed; nothing of it ever changes. */
export interface StoredDecision {
  /** Has the form `{key}:{version}:{suffix}`. */
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly versionTag: string | null;
  readonly deploymentId: string;
  readonly resourceName: string;
}

/** Is a version with the file that it stands in, compiled. */
export interface CompiledDecision extends StoredDecision {
  readonly graph: DecisionGraph;
}
