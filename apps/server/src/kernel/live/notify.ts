// Carries short messages between the processes of one database: LISTEN on a connection of its own, coalesced NOTIFY.
import type { DatabaseClock } from '../database/clock.ts';
import type { Database, DatabaseLog } from '../database/database.types.ts';
import { type ConnectionSettings, sql } from '../database/database-client.ts';
import { NotifyListener } from './notify-listener.ts';

export interface Notify {
  /**
   * Receives messages of all processes, this one too; none in mode `poll`, and none that is sent while the connection
   * is lost.
   */
  listen(channel: string, onMessage: (payload: string) => void): void;
  /**
   * Sends within 5 ms, together with what else is sent meanwhile, in a transaction of its own: NOTIFY takes a lock of the
   * whole database until its commit. Failures are logged only; readers need a backstop. Throws for more than 7,999 bytes.
   */
  send(channel: string, payload: string): void;
  /** Calls when the connection is back and listens to all channels; messages may have been missed, so drop caches. */
  onReconnect(action: () => void): void;
  /** Calls when messages may be missed from now on. */
  onDown(action: () => void): void;
  /** Says whether messages arrive now; never true in mode `poll`. */
  readonly alive: boolean;
}

export interface NotifyRunner extends Notify {
  /** Resolves after the first attempt to connect, successful or not; further attempts follow. */
  start(): Promise<void>;
  /** Names the listening connection, for whoever asks which processes run; mode `poll` has none. */
  name(name: string): Promise<void>;
  /** Sends what waits, then closes the connection. */
  stop(): Promise<void>;
}

export interface NotifyOptions {
  readonly database: Database;
  readonly settings: ConnectionSettings;
  /** `poll` behind a transaction pooler, where LISTEN cannot work: messages are sent, none arrive. */
  readonly mode: 'listen' | 'poll';
  /** The process's clock, corrected with each probe. */
  readonly clock: DatabaseClock;
  readonly log: DatabaseLog;
  readonly probeIntervalMs?: number;
}

const COALESCE_MS = 5;
/** A dead connection that nobody closed is found within this and the 3 s that an answer may take. */
const PROBE_INTERVAL_MS = 5_000;
/** PostgreSQL takes less than 8,000 bytes. */
const PAYLOAD_BYTES_MAX = 7_999;
/** Messages that may wait; beyond it the oldest are dropped, for which readers have their backstop. */
const PENDING_MAX = 10_000;

const sendAll = sql(
  'kernel_notify_send',
  'SELECT pg_notify(m.channel, m.payload) FROM unnest($1::text[], $2::text[]) AS m(channel, payload)',
);

export function createNotify(options: NotifyOptions): NotifyRunner {
  const { database, log } = options;
  const listener = new NotifyListener({ ...options, probeIntervalMs: options.probeIntervalMs ?? PROBE_INTERVAL_MS });
  const sender = createSender(database, log);
  return {
    listen: (channel, onMessage) => listener.listen(channel, onMessage),
    send: sender.send,
    onReconnect: (action) => listener.onReconnect(action),
    onDown: (action) => listener.onDown(action),
    get alive() {
      return listener.alive;
    },
    start: () => listener.start(),
    name: (name) => listener.name(name),
    async stop() {
      await sender.stop();
      await listener.stop();
    },
  };
}

function createSender(database: Database, log: DatabaseLog): { send: Notify['send']; stop(): Promise<void> } {
  // A message that is sent twice within 5 ms arrives once, as it would with PostgreSQL.
  let pending = new Map<string, { channel: string; payload: string }>();
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<void> = Promise.resolve();

  const flush = (): void => {
    timer = null;
    if (pending.size === 0) return;
    const messages = [...pending.values()];
    pending = new Map();
    const values = [messages.map((message) => message.channel), messages.map((message) => message.payload)];
    // The sends follow one another, so that messages keep their order.
    sending = sending
      .then(() => database.arrays(sendAll, values))
      .then(
        () => undefined,
        (error: unknown) =>
          log.warn({ err: error, messages: messages.length }, 'messages to other processes were lost'),
      );
  };
  return {
    send(channel, payload) {
      if (Buffer.byteLength(payload) > PAYLOAD_BYTES_MAX) {
        throw new RangeError(`a message on ${channel} may have ${PAYLOAD_BYTES_MAX} bytes`);
      }
      const key = `${channel} ${payload}`;
      if (pending.size >= PENDING_MAX) pending.delete(pending.keys().next().value ?? key);
      pending.set(key, { channel, payload });
      timer ??= setTimeout(flush, COALESCE_MS);
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      flush();
      return sending;
    },
  };
}
