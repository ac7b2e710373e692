// Opens the stream of a ticket, while its session or key lives.
import type { ofrepStreamEvents } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { TermedStream } from '../../../kernel/http/streams/streams.ts';
import type { PublicAct } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import type { FlagStreams } from './flag-streams.ts';
import { isForeign, viewOf } from './flag-view.ts';
import type { StreamTickets } from './stream-ticket.ts';

/** Pages without a sign-in at one address, which may be that of a whole company. */
const ANONYMOUS_OF_ADDRESS_MAX = 100;
/** Pages without a sign-in of a process: their connections take about 120 MiB. */
const ANONYMOUS_MAX = 5_000;
/** Time that a stream waits for the revision that its client has seen at another process. */
const CATCH_UP_MS = 500;

export function createFlagStreamOpening({
  snapshot,
  streams,
  tickets,
  clock,
  enabled,
  streamsOfUserMax,
  findCaller,
}: {
  readonly snapshot: Pick<SettingSnapshot, 'revision' | 'waitForRevision'>;
  readonly streams: FlagStreams;
  readonly tickets: StreamTickets;
  readonly clock: Clock;
  readonly enabled: () => boolean;
  readonly streamsOfUserMax: () => number;
  /** Finds the caller by the identifier of a session or the hash of an API key; null when it has ended. */
  readonly findCaller: (identifier: string) => Promise<Caller | null>;
}) {
  return async (
    { context: { lastEventId } }: Pick<PublicAct, 'context'>,
    ticket: string | undefined,
  ): Promise<TermedStream<typeof ofrepStreamEvents>> => {
    if (!enabled()) failNotFound('OPERATION_NOT_FOUND', { operation: 'OFREP' });
    const subject = ticket === undefined ? null : tickets.read(ticket, clock.now());
    if (subject === null) fail('AUTHENTICATION_REQUIRED');
    const { identifier, tenantIdentifier } = subject;
    const caller = identifier === null ? null : await findCaller(identifier);
    if (identifier !== null && caller === null) fail('SESSION_EXPIRED');
    if (caller !== null && isForeign(caller, tenantIdentifier)) fail('ACCESS_DENIED');
    const seen = Number(lastEventId ?? 0);
    if (seen > snapshot.revision) await snapshot.waitForRevision(seen, CATCH_UP_MS);
    const ownerMax = caller === null ? ANONYMOUS_OF_ADDRESS_MAX : streamsOfUserMax();
    return {
      terms: { caller, ownerMax, anonymousMax: ANONYMOUS_MAX },
      open: (sink) => streams.open(viewOf(caller, tenantIdentifier), lastEventId, sink),
    };
  };
}
