// Tells what a page or count of sessions asks for, already checked.
import type { SessionStatus } from '../record/session.types.ts';

/** Is half-open: from is inclusive, to exclusive; null leaves the side open. */
export interface DateRange {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** Tells who holds an authority at this moment. */
export interface AuthorityHolders {
  readonly authority: string;
  /** Lists folded names; null: every user of the directory. */
  readonly usernamesFolded: readonly string[] | null;
  /** Lists the API keys that are worth it; sessions begun with one have its authorities. */
  readonly keyUuids: readonly string[];
  /** Is of level SYSTEM: a session under a ceiling has it only where the ceiling names it. */
  readonly ceilinged: boolean;
}

/** Null filters nothing. */
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
  /** Is the canonical text of a CIDR range. */
  readonly addressRange: string | null;
  readonly userAgentContains: string | null;
  readonly authority: AuthorityHolders | null;
  readonly assuranceLevel: string | null;
  readonly parentIdentifier: string | null;
  readonly attributes: Readonly<Record<string, unknown>> | null;
  /** Leaves out this one. */
  readonly exceptIdentifier: string | null;
}

/** Tells whether only live sessions are asked for: of these the ledger knows the total, and no order has to be looked at. */
export function asksForOpenOnly(query: SessionQuery): boolean {
  return query.statuses.every((status) => status === 'OPEN') && query.closeReasons === null && !isGiven(query.closed);
}

export function isGiven({ from, to }: DateRange): boolean {
  return from !== null || to !== null;
}
