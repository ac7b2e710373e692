// One form of VERSION_CONFLICT: whoever writes a record says which version they saw.
import { fail } from '../request/errors.ts';

export interface VersionedRecord {
  /** Uuid of the record, or its code where it has none. */
  readonly identifier: string;
  readonly version: number;
}

/** A record that is newer than what the caller saw. */
export interface StaleRecord extends VersionedRecord {
  /** The place in the list that was sent; 0 where one record was sent. */
  readonly index: number;
}

/** Ends the request with 409 VERSION_CONFLICT, one argument for each stale record with its current version. */
export function failStale(stale: readonly [StaleRecord, ...StaleRecord[]]): never {
  const conflicts = stale.map(({ index, identifier, version }) => ({ index, identifier, version }));
  fail('VERSION_CONFLICT', { parameters: { version: stale[0].version }, errorArguments: conflicts });
}

/** 409 VERSION_CONFLICT unless the record has the version that was given. */
export function requireVersion(found: VersionedRecord, given: number, index = 0): void {
  if (found.version !== given) failStale([{ ...found, index }]);
}

/** As `requireVersion` for a list: all stale records are in one answer. */
export function requireVersions(pairs: readonly { readonly found: VersionedRecord; readonly given: number }[]): void {
  const [first, ...others] = pairs.flatMap(({ found, given }, index) =>
    found.version === given ? [] : [{ ...found, index }],
  );
  if (first !== undefined) failStale([first, ...others]);
}
