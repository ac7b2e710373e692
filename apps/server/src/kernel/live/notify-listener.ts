// Keeps the one connection of a process that listens: opened again after a loss and probed; the probes also correct the
// process's clock.
import pg from 'pg';
import { type DatabaseClock, sampleDatabaseClock } from '../database/clock.ts';
import type { Database, DatabaseLog, Queryable } from '../database/database.types.ts';
import { type ConnectionSettings, clientOptions, sql } from '../database/database-client.ts';
import { queryableOf } from '../database/transaction.ts';

export interface ListenerOptions {
  readonly database: Database;
  readonly settings: ConnectionSettings;
  readonly mode: 'listen' | 'poll';
  readonly clock: DatabaseClock;
  readonly log: DatabaseLog;
  readonly probeIntervalMs: number;
}

const BACKOFF_FIRST_MS = 50;
const BACKOFF_MAX_MS = 5_000;
/** Time for the answer to a probe: silence is the only sign of a half-open socket, which gives no error. */
const PROBE_ANSWER_MS = 3_000;
const readChannels = sql('kernel_notify_channels', 'SELECT pg_listening_channels() AS channel');
const nameConnection = sql('kernel_notify_name', "SELECT set_config('application_name', $1, false)");
const CHANNEL_NAME = /^[a-z][a-z0-9_]{0,62}$/;

export class NotifyListener {
  readonly #options: ListenerOptions;
  readonly #channels = new Map<string, ((payload: string) => void)[]>();
  readonly #reconnectActions: (() => void)[] = [];
  readonly #downActions: (() => void)[] = [];
  #client: pg.Client | null = null;
  #connecting: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #failures = 0;
  #name: string | null = null;
  /** True where messages may have been missed since the last connection. */
  #missed = false;
  #stopped = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  get alive(): boolean {
    return this.#client !== null;
  }

  listen(channel: string, onMessage: (payload: string) => void): void {
    if (!CHANNEL_NAME.test(channel)) throw new Error(`"${channel}" is no name for a channel`);
    const listeners = this.#channels.get(channel);
    if (listeners !== undefined) {
      listeners.push(onMessage);
      return;
    }
    this.#channels.set(channel, [onMessage]);
    const open = this.#client;
    open?.query(`LISTEN ${channel}`).catch((error: unknown) => this.#lose(open, error));
  }

  /** Gives the connection a name, also after a loss; one that is away has it as soon as it is back. */
  async name(name: string): Promise<void> {
    this.#name = name;
    const open = this.#client;
    if (open === null) return;
    await queryableOf(open)
      .rows(nameConnection, [name])
      .catch((error: unknown) => this.#lose(open, error));
  }

  onReconnect(action: () => void): void {
    this.#reconnectActions.push(action);
  }

  onDown(action: () => void): void {
    this.#downActions.push(action);
  }

  async start(): Promise<void> {
    if (this.#options.mode === 'poll') this.#probeLater();
    else await this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const open = this.#client ?? this.#connecting;
    this.#client = null;
    await open?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    try {
      const opened = await this.#open();
      // The listener was stopped meanwhile: `stop` ends this connection.
      if (this.#stopped) return;
      this.#client = opened;
    } catch (error) {
      this.#connecting?.end().catch(() => undefined);
      this.#connecting = null;
      this.#missed = true;
      this.#failures += 1;
      if (this.#stopped) return;
      this.#options.log.warn({ err: error }, 'the database can not be listened to');
      const delayMs = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** this.#failures);
      // Jitter keeps the processes of a restarted database apart.
      this.#connectLater(delayMs * (0.5 + Math.random() / 2));
      return;
    }
    this.#connecting = null;
    this.#failures = 0;
    if (this.#missed) for (const action of this.#reconnectActions) this.#guard(action);
    this.#missed = false;
    this.#probeLater();
  }

  /** All channels are listened to before the connection counts as open, so nothing is missed after `onReconnect`. */
  async #open(): Promise<pg.Client> {
    const opened = new pg.Client(clientOptions(this.#options.settings));
    this.#connecting = opened;
    opened.on('error', (error) => this.#lose(opened, error));
    opened.on('end', () => this.#lose(opened, new Error('Connection terminated')));
    opened.on('notification', ({ channel, payload = '' }) => {
      for (const onMessage of this.#channels.get(channel) ?? []) this.#guard(() => onMessage(payload));
    });
    await opened.connect();
    if (this.#name !== null) await queryableOf(opened).rows(nameConnection, [this.#name]);
    // A channel that is added meanwhile is reached too: iterating a Map includes entries that are added.
    for (const channel of this.#channels.keys()) await opened.query(`LISTEN ${channel}`);
    return opened;
  }

  #lose(lost: pg.Client, error: unknown): void {
    if (this.#client !== lost) return;
    this.#client = null;
    lost.end().catch(() => undefined);
    if (this.#stopped) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#options.log.warn({ err: error }, 'the listening connection to the database was lost');
    this.#missed = true;
    for (const action of this.#downActions) this.#guard(action);
    this.#connectLater(BACKOFF_FIRST_MS);
  }

  #connectLater(delayMs: number): void {
    this.#timer = setTimeout(() => void this.#connect(), delayMs);
  }

  #probeLater(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.#probe(), this.#options.probeIntervalMs);
  }

  async #probe(): Promise<void> {
    const { database, clock, log, probeIntervalMs } = this.#options;
    const probed = this.#client;
    const answerMs = Math.min(PROBE_ANSWER_MS, probeIntervalMs);
    const silent = setTimeout(() => probed && this.#lose(probed, new Error('no answer to a probe')), answerMs);
    try {
      const source = probed === null ? database : queryableOf(probed);
      clock.observe(await sampleDatabaseClock(source, clock.monotonic));
      if (probed !== null) await this.#requireChannels(source);
    } catch (error) {
      if (probed !== null) this.#lose(probed, error);
      else log.warn({ err: error }, 'the clock of the database could not be read');
    } finally {
      clearTimeout(silent);
    }
    if (this.#client === probed) this.#probeLater();
  }

  /**
   * Requires that the connection still listens: a pooler that hands out other connections, or a RESET, leaves one that
   * answers and receives nothing.
   */
  async #requireChannels(source: Queryable): Promise<void> {
    const wanted = [...this.#channels.keys()];
    const heard = new Set((await source.rows<{ channel: string }>(readChannels)).map(({ channel }) => channel));
    const lost = wanted.find((channel) => !heard.has(channel));
    if (lost !== undefined) throw new Error(`${lost} is not listened to any more`);
  }

  #guard(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#options.log.error({ err: error }, 'a listener of the database failed');
    }
  }
}
