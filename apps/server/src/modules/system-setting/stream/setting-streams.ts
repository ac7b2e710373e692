// Sends changes to open streams, and missed ones to resumed clients.
import type { EventSink, PreparedEvent, settingStreamEvents } from '@keelson/contract';
import type { Database } from '../../../kernel/database/database.ts';
import { prepareEvent } from '../../../kernel/http/streams/sse-event.ts';
import type { TermedStream } from '../../../kernel/http/streams/streams.ts';
import type { FanOut } from '../../../kernel/live/fan-out.ts';
import type { Logger } from '../../../kernel/process/logger.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { listHistorySince } from '../records/history.store.ts';
import { mayView } from '../shown/reach.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import type { Definition, StoredScope, StoredValue } from '../system-setting.types.ts';

/** Changes that a client may have missed; with more it is faster to start anew. */
const MISSED_MAX = 1_000;

type Sink = EventSink<typeof settingStreamEvents>;

interface StreamedChange {
  readonly code: string;
  readonly scope: StoredScope;
  readonly tenantIdentifier: string | null;
  readonly value: unknown;
  readonly revision: number;
  readonly date: Date;
}

/** A change with its event, which is the same for all readers. */
interface PreparedChange {
  readonly change: StreamedChange;
  readonly definition: Definition;
  readonly event: PreparedEvent;
}

interface Follower {
  readonly caller: Caller;
  readonly codePrefix: string;
  readonly sink: Sink;
  /** Events held back while missed changes are read; null afterwards. */
  waiting: (() => void)[] | null;
}

/** Says whether a stream gets a change: of its own tenant alone, even where the caller may see others. */
function isFor({ caller, codePrefix }: Follower, { code, tenantIdentifier }: StreamedChange): boolean {
  const reached = tenantIdentifier === null || tenantIdentifier === caller.tenantIdentifier;
  return reached && code.startsWith(codePrefix);
}

function changeOf(row: StoredValue, revision: number): StreamedChange {
  const { code, scope, tenantIdentifier, removed, value, dateUpdated: date } = row;
  return { code, scope, tenantIdentifier, value: removed ? null : value, revision, date };
}

function prepareResync(revision: number): PreparedEvent {
  return prepareEvent<typeof settingStreamEvents>({ event: 'resync', id: String(revision), data: { revision } });
}

/** Prepares a change; null for a disabled or deleted setting. */
function prepareChange({ index }: Pick<SettingSnapshot, 'index'>, change: StreamedChange): readonly PreparedChange[] {
  const definition = index.find(change.code)?.definition;
  if (definition?.enabled !== true) return [];
  const { scope, tenantIdentifier, value, revision } = change;
  const event = prepareEvent<typeof settingStreamEvents>({
    event: 'setting-changed',
    id: String(revision),
    data: {
      code: definition.code,
      scope,
      tenantIdentifier,
      type: definition.type,
      revision,
      ...(definition.type === 'SECRET' ? {} : { value }),
      date: change.date.toISOString(),
    },
  });
  return [{ change, definition, event }];
}

export function createSettingStreams({
  database,
  snapshot,
  log,
  fanOut,
  streamsOfUserMax,
}: {
  readonly database: Database;
  readonly snapshot: SettingSnapshot;
  readonly log: Logger;
  readonly fanOut: FanOut;
  readonly streamsOfUserMax: () => number;
}) {
  const followers = new Set<Follower>();

  const send = (follower: Follower, changes: readonly PreparedChange[], revision: number): void => {
    const { caller, sink } = follower;
    for (const { change, definition, event } of changes) {
      if (isFor(follower, change) && mayView(caller, definition)) sink.relay(event);
    }
    sink.mark(String(revision));
  };

  snapshot.onRevision((rows, revision, whole) => {
    if (followers.size === 0) return;
    const changes = whole ? [] : rows.values.flatMap((row) => prepareChange(snapshot, changeOf(row, revision)));
    const resync = prepareResync(revision);
    fanOut.deliver(followers, (follower) => {
      const act = (): void => (whole ? follower.sink.relay(resync) : send(follower, changes, revision));
      if (follower.waiting === null) act();
      else follower.waiting.push(act);
    });
  });

  const begin = async (follower: Follower, lastEventId: string | null): Promise<void> => {
    const { revision } = snapshot;
    const last = lastEventId === null ? null : Number(lastEventId);
    const isKnown = last === null || (Number.isSafeInteger(last) && last <= revision);
    if (!isKnown) follower.sink.relay(prepareResync(revision));
    else if (last !== null) {
      const tenant = follower.caller.tenantIdentifier;
      const missed = await listHistorySince(database, last, revision, tenant, MISSED_MAX + 1);
      if (missed.length > MISSED_MAX) follower.sink.relay(prepareResync(revision));
      else for (const change of missed) send(follower, prepareChange(snapshot, change), change.revision);
    }
    follower.sink.mark(String(revision));
    const waiting = follower.waiting ?? [];
    follower.waiting = null;
    for (const act of waiting) act();
  };

  return {
    /** Counts the open streams of this process. */
    count: () => followers.size,
    stream: ({ caller, context }: Act, codePrefix = ''): TermedStream<typeof settingStreamEvents> => ({
      terms: { ownerMax: streamsOfUserMax() },
      open(sink) {
        const follower: Follower = { caller, codePrefix, sink, waiting: [] };
        followers.add(follower);
        begin(follower, context.lastEventId).catch((error: unknown) => {
          log.warn({ err: error }, 'a stream of settings could not begin');
          sink.end();
        });
        return () => void followers.delete(follower);
      },
    }),
  };
}
