// Describes decisions as a deployment stores them.

/** A version of a decision as deployed; nothing of it ever changes. */
export interface StoredDecision {
  /** Id of the form `{key}:{version}:{suffix}`. */
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly versionTag: string | null;
  readonly deploymentId: string;
  readonly resourceName: string;
}
