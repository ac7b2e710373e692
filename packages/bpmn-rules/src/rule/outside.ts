// What the rules ask about things that no checked file holds: deployed keys, forms, registered calls.

/** What is called has data inputs and outputs like this one. */
export interface OutsideData {
  readonly name: string;
  /** It is the structure of its type; null where it has none. */
  readonly structure: string | null;
}

/** This process or global task was deployed before. */
export interface OutsideCallable {
  /** It has a none start event or an implicit start; global tasks always. */
  readonly startsPlainly: boolean;
  readonly inputs: readonly OutsideData[];
  readonly outputs: readonly OutsideData[];
}

/** A native call takes these. */
export interface NativeCallParameters {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** A question that the caller does not answer counts as answered with yes: what is outside is present. */
export interface OutsideLookup {
  /** Answers null where nothing of this key is deployed, and `unknown` where it is not known what that offers. */
  readonly callable?: (key: string) => OutsideCallable | 'unknown' | null;
  /** Tells whether the deployment has a file of this name beside those that are checked (DOC-10). */
  readonly hasFile?: (name: string) => boolean;
  readonly hasDecision?: (key: string) => boolean;
  readonly hasForm?: (key: string) => boolean;
  /** Answers null for a call that is unknown or switched off. */
  readonly nativeCall?: (name: string) => NativeCallParameters | null;
  /** Tells whether a process of this id is deployed by a file that is not checked now (PRC-07). */
  readonly hasProcess?: (key: string) => boolean;
}
