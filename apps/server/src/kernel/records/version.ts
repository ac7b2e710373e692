// One form of VERSION_CONFLICT: whoever writes a record says which version they saw.
import { fail } from '../request/errors.ts';

export interface VersionedRecord {
  /** Its uuid, or its code where it has none. */
  readonly identifier: string;
  readonly version: number;
}

/** Is newer than what the caller saw. */
export interface StaleRecord extends VersionedRecord {
  /** Is the place in the list that was sent; 0 where one record was sent. */
  readonly index: number;
}

/** Ends the request with 409 VERSION_CONFLICT, one argument for each stale record with its current version. */
export function failStale(stale: readonly [StaleRecord, ...StaleRecord[]]): never {
  const told = stale.map(({ index, identifier, version }) => ({ index, identifier, version }));
  fail('VERSION_CONFLICT', { parameters: { version: stale[0].version }, errorArguments: told });
}

/** 409 VERSION_CONFLICT unless the record has the version that was given. */
export function requireVersion(found: VersionedRecord, given: number, index = 0): void {
  if (found.version !== given) failStale([{ ...found, index }]);
}

/** The same for a list: every stale record is told at once. */
export function requireVersions(pairs: readonly { readonly found: VersionedRecord; readonly given: number }[]): void {
  const [first, ...others] = pairs.flatMap(({ found, given }, index) =>
    found.version === given ? [] : [{ ...found, index }],
  );
  if (first !== undefined) failStale([first, ...others]);
}
