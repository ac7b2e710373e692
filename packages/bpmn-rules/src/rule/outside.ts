// What the rules ask about things that no checked file holds: deployed keys, forms, registered calls.

/** A data input or output of what is called. */
export interface OutsideData {
  readonly name: string;
  /** Structure of its type; null where it has none. */
  readonly structure: string | null;
}

/** A process or global task that was deployed before. */
export interface OutsideCallable {
  /** Whether it has a none start event or an implicit start; global tasks always have. */
  readonly startsPlainly: boolean;
  readonly inputs: readonly OutsideData[];
  readonly outputs: readonly OutsideData[];
}

/** Parameters that a native call takes. */
export interface NativeCallParameters {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** What the caller knows of things outside; where it says nothing, what is asked for counts as present. */
export interface OutsideLookup {
  /** Finds what a key names; null where nothing is deployed, `unknown` where it is not known what that offers. */
  readonly callable?: (key: string) => OutsideCallable | 'unknown' | null;
  /** Whether the deployment has a file of this name beside those that are checked (DOC-10). */
  readonly hasFile?: (name: string) => boolean;
  readonly hasDecision?: (key: string) => boolean;
  readonly hasForm?: (key: string) => boolean;
  /** Finds the parameters of a native call; null for one that is unknown or switched off. */
  readonly nativeCall?: (name: string) => NativeCallParameters | null;
  /** Whether a process of this id is deployed by a file that is not checked now (PRC-07). */
  readonly hasProcess?: (key: string) => boolean;
}
