// Events of refusals, written beside the requests that caused them and bounded: a flood of requests is one row with a count.
import type { RefusalListener } from '../../../kernel/http/exchange/guard.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { DefinedEvent } from '../../../kernel/records/event-definition.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { identifierOf } from '../../../kernel/secrets/identifier-of.ts';
import type { Loader } from '../entry/loader.ts';
import { sessionEvents } from '../session.events.ts';

// The first refusal is written at once, further ones like it are counted for so long and written as one event.
const WINDOW_MS = 60_000;
// Kinds of refusals that are remembered at a time; refusals beyond them get no event of their own.
const REFUSALS_MAX = 1_000;
/** Interval of writing; a request does not wait for it. */
export const REFUSAL_FLUSH_INTERVAL_MS = 1_000;

/** A refusal; equal ones are counted together. */
interface Refusal {
  readonly event: DefinedEvent;
  readonly reason: string;
  /** The identifier of the session or key, whose owner is read when the event is written. */
  readonly identifier: string;
  readonly caller: Caller | null;
  readonly ipAddress: string;
  readonly requestId: string | null;
  readonly operation: string | null;
}

interface Counted {
  readonly refusal: Refusal;
  windowEndMs: number;
  /** Refusals that are not written yet. */
  count: number;
  /** True for the first one of all, which does not wait for the window to end. */
  first: boolean;
}

interface RefusalParts extends Pick<Kernel, 'clock' | 'database' | 'events'> {
  readonly loader: Pick<Loader, 'loadSession'>;
}

/** Writes each as an event of the tenant that it concerns. */
async function writeRefusals(
  { database, events, loader }: RefusalParts,
  due: readonly { readonly refusal: Refusal; readonly count: number }[],
): Promise<void> {
  const callers = await Promise.all(due.map(({ refusal }) => callerOf(refusal, loader)));
  await database.transaction(async (tx) => {
    for (const [index, { refusal, count }] of due.entries()) {
      const caller = callers[index] ?? null;
      // The token belongs to no live session: no session was in danger, and there is no tenant to log it for.
      if (caller === null) continue;
      const { event, reason, operation, ipAddress, requestId, identifier } = refusal;
      const { username, tenantIdentifier } = caller;
      const detail = { reason, ...(operation === null ? {} : { operation }), count };
      await events.record(tx, event, { username, tenantIdentifier, ipAddress, requestId }, identifier, detail);
    }
  });
}

async function callerOf({ caller, identifier }: Refusal, loader: RefusalParts['loader']): Promise<Caller | null> {
  if (caller !== null) return caller;
  const loaded = await loader.loadSession(identifier);
  return loaded.kind === 'live' ? loaded.entry.caller : null;
}

export type Refusals = ReturnType<typeof createRefusals>;

export function createRefusals(parts: RefusalParts) {
  const { clock } = parts;
  const counted = new Map<string, Counted>();

  const note = (refusal: Refusal): void => {
    const key = `${refusal.event.name} ${refusal.identifier} ${refusal.operation} ${refusal.reason}`;
    const known = counted.get(key);
    if (known !== undefined) known.count++;
    else if (counted.size < REFUSALS_MAX)
      counted.set(key, { refusal, windowEndMs: clock.now() + WINDOW_MS, count: 1, first: true });
  };

  const flushDue = async (everything: boolean): Promise<void> => {
    const nowMs = clock.now();
    const due = [...counted.values()].filter(
      ({ count, first, windowEndMs }) => count > 0 && (first || everything || windowEndMs <= nowMs),
    );
    const amounts = due.map(({ count }) => count);
    const rows = due.map(({ refusal, count }) => ({ refusal, count }));
    if (rows.length > 0) await writeRefusals(parts, rows);
    for (const [index, one] of due.entries()) {
      // Refusals during the write belong to the next event.
      one.count -= amounts[index]!;
      one.first = false;
    }
    for (const [key, one] of counted) {
      if (one.windowEndMs > nowMs) continue;
      if (one.count === 0) counted.delete(key);
      else one.windowEndMs = nowMs + WINDOW_MS;
    }
  };

  const onRefused: RefusalListener = ({ kind, caller, context, operation }) => {
    const identifier = caller?.identifier ?? (context.token === null ? null : identifierOf(context.token));
    if (identifier === null) return;
    const { remoteAddress, requestId } = context;
    const ofOrigin = kind === 'origin-refused';
    note({
      event: ofOrigin ? sessionEvents.originRefused : sessionEvents.accessDenied,
      reason: ofOrigin ? 'ORIGIN_NOT_PROVEN' : 'AUTHORITY_MISSING',
      identifier,
      caller,
      operation,
      requestId,
      ipAddress: remoteAddress,
    });
  };

  return {
    onRefused,
    /** Notes that a live session was presented from elsewhere than it is bound to. */
    bindingMismatched(caller: Caller, reason: string, ipAddress: string): void {
      const { identifier } = caller;
      note({
        event: sessionEvents.bindingMismatched,
        identifier,
        caller,
        reason,
        ipAddress,
        operation: null,
        requestId: null,
      });
    },
    /** Writes due refusals; those that fail stay. */
    flush: (): Promise<void> => flushDue(false),
    /** Writes all counted refusals. */
    finish: (): Promise<void> => flushDue(true),
  };
}
