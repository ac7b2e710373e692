// Declares the state of an import while it is planned: the records that the level would see, and all problems.
import type { SvcMenuGrantModel, SvcMenuImportModel, SvcMenuImportProblemModel } from '@keelson/contract';
import { ServiceError } from '../../../kernel/request/errors.ts';
import { distinctPairs } from '../change/changed-fields.ts';
import { pairKey } from '../change/grant-check.ts';
import type { MenuData } from '../records/menu-data.ts';
import type {
  AppRecord,
  AuthorityRecord,
  GrantPair,
  ItemRecord,
  OverlayRecord,
  WriteScope,
} from '../records/menu-record.types.ts';

export type ImportMode = 'MERGE' | 'REPLACE';
type ImportProblem = SvcMenuImportProblemModel;

export interface AskedImport {
  readonly document: SvcMenuImportModel;
  readonly mode: ImportMode;
  /** Keys of pairs that nobody can hold. */
  readonly unknownGrants: ReadonlySet<string>;
  readonly newUuid: () => string;
}

export interface ImportDraft extends AskedImport {
  readonly data: MenuData;
  readonly at: WriteScope;
  readonly problems: ImportProblem[];
  /** Applications that the level sees afterwards, by name. */
  readonly apps: Map<string, AppRecord>;
  /** Items that the level sees afterwards, by `itemKey`. */
  readonly items: Map<string, ItemRecord>;
  /** Entries of the document by uuid of their records. */
  readonly places: Map<string, EntryPlace>;
  readonly gone: { readonly apps: AppRecord[]; readonly items: ItemRecord[] };
  readonly authorities: AuthorityRecord[];
  readonly overlays: OverlayRecord[];
}

/** Place of an entry in the document. */
export interface EntryPlace {
  readonly field: string;
  readonly appName: string;
  readonly itemName: string | null;
}

export function itemKey(appNameUuid: string, name: string): string {
  return `${appNameUuid} ${name}`;
}

export function refuse(
  { problems }: Pick<ImportDraft, 'problems'>,
  place: EntryPlace,
  errorCode: string,
  errorArguments: readonly object[] = [],
): void {
  // Arguments are plain objects of the program's own making.
  problems.push({ ...place, errorCode, errorArguments: errorArguments as ImportProblem['errorArguments'] });
}

/** Refuses one field of an entry as a single request would. */
export function refuseField(
  draft: Pick<ImportDraft, 'problems'>,
  place: EntryPlace,
  field: string,
  code: string,
  message: string,
): void {
  refuse(draft, place, 'VALIDATION_FAILED', [{ field, code, message }]);
}

/** Keeps the refusal of an entry; other errors are no fault of the document. Undefined where it was refused. */
export function collect<T>(draft: Pick<ImportDraft, 'problems'>, place: EntryPlace, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    refuse(draft, place, error.code, error.options.errorArguments);
    return undefined;
  }
}

/** Reads the pairs of an entry; undefined where the entry has no list. */
export function readPairs(
  draft: ImportDraft,
  place: EntryPlace,
  list: readonly SvcMenuGrantModel[] | null | undefined,
): readonly GrantPair[] | undefined {
  if (list === undefined) return draft.mode === 'REPLACE' ? [] : undefined;
  const pairs = distinctPairs(list ?? []);
  const empty = (list ?? []).findIndex(({ role, authority }) => (role ?? authority ?? null) === null);
  if (empty >= 0) {
    refuseField(draft, place, `authorityList[${empty}]`, 'REQUIRED', 'Needs a role or an authority.');
    return undefined;
  }
  const unknown = pairs.filter((pair) => draft.unknownGrants.has(pairKey(pair)));
  if (unknown.length > 0) refuse(draft, place, 'AUTHORITY_UNKNOWN', unknown);
  return pairs;
}

/** Says whether the entry is the first one of its key; a further one is refused. */
export function isFirst(draft: ImportDraft, seen: Set<string>, key: string, place: EntryPlace): boolean {
  if (seen.has(key)) refuseField(draft, place, '', 'DUPLICATE_ENTRY', 'Stands in the document twice.');
  const first = !seen.has(key);
  seen.add(key);
  return first;
}
