// Describes what a page or count of sessions asks for, already checked.
import type { SessionStatus } from '../record/session.types.ts';

/** Half-open range: from is inclusive, to exclusive; null leaves the side open. */
export interface DateRange {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** Users and keys that hold an authority at this moment. */
export interface AuthorityHolders {
  readonly authority: string;
  /** Folded names; null: every user of the directory. */
  readonly usernamesFolded: readonly string[] | null;
  /** API keys that have the authority; sessions begun with one have it, too. */
  readonly keyUuids: readonly string[];
  /** True for an authority of level SYSTEM: a session under a ceiling has it only where the ceiling names it. */
  readonly ceilinged: boolean;
}

/** Filters; null filters nothing. */
export interface SessionQuery {
  readonly tenantIdentifier: string;
  readonly usernamesFolded: readonly string[] | null;
  readonly usernameContains: string | null;
  readonly identifiers: readonly string[] | null;
  readonly system: boolean;
  readonly statuses: readonly SessionStatus[];
  readonly closeReasons: readonly string[] | null;
  readonly created: DateRange;
  readonly lastAccess: DateRange;
  readonly expiry: DateRange;
  readonly closed: DateRange;
  /** The canonical text of a CIDR range. */
  readonly addressRange: string | null;
  readonly userAgentContains: string | null;
  readonly authority: AuthorityHolders | null;
  readonly assuranceLevel: string | null;
  readonly parentIdentifier: string | null;
  readonly attributes: Readonly<Record<string, unknown>> | null;
  /** Identifier of a session that is left out. */
  readonly exceptIdentifier: string | null;
}

/** Says whether only live sessions are asked for: the ledger has their total, and no order has to be looked at. */
export function asksForOpenOnly(query: SessionQuery): boolean {
  return query.statuses.every((status) => status === 'OPEN') && query.closeReasons === null && !isGiven(query.closed);
}

export function isGiven({ from, to }: DateRange): boolean {
  return from !== null || to !== null;
}
