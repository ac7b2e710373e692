// A plan says what a change by hand does to the tokens of an instance: the dry run tells it, the real call does it.

export interface PlannedElement {
  readonly elementId: string;
  readonly token: number;
}

export interface PlannedRestore extends PlannedElement {
  /** A token that waits before a join again came by this flow; a sub-process that is opened anew has none. */
  readonly flowId: string | null;
}

export interface PlannedStart extends PlannedElement {
  /** He gets the task at once; null leaves it to the model. */
  readonly assignee: string | null;
}

export interface PlannedMapping {
  readonly source: string;
  /** Where it is null, it ends with the migration. */
  readonly target: string | null;
}

/** The dry run answers the plan that the real call executes. */
export interface ChangePlan {
  readonly legal: boolean;
  /** They say why it is not legal, all of them. */
  readonly reasons: readonly string[];
  /** Outer tokens stand before inner ones. */
  readonly cancels: readonly PlannedElement[];
  readonly restores: readonly PlannedRestore[];
  readonly starts: readonly PlannedStart[];
  readonly compensates: readonly { readonly elementId: string; readonly activity: number }[];
  readonly warnings: readonly string[];
  /** A migration names each element here that something rests in or waits for. */
  readonly mappings: readonly PlannedMapping[];
}
