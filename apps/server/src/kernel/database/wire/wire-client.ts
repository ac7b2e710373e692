// Runs statements on a connection that `pg` has opened, by the few messages of the protocol that they need.
import type { Socket } from 'node:net';
import type pg from 'pg';
import { isOutdatedPlan, isUnavailable } from '../database-errors.ts';
import { BACKEND, isOfNoStatement, unexpected } from './backend-messages.ts';
import { endsTheConnection, readError } from './error-response.ts';
import { type Asked, Execution, type WireStatement } from './execution.ts';
import { createExecutionWriter } from './execution-writer.ts';
import { createMessageReader } from './message-reader.ts';
import type { ResultColumns, TextParsers } from './result-columns.ts';

export interface WireClientOptions {
  readonly parserOf: TextParsers;
  /** Limit for an answer; beyond it the connection counts as dead. */
  readonly statementTimeoutMs: number;
}

/**
 * Times that a prepared statement may be gone, as behind a pooler that gives its sessions to others; then none is kept.
 */
const LOSSES_MAX = 8;

interface Prepared {
  readonly text: string;
  readonly columns: ResultColumns;
}

/**
 * Takes the connection over: `pg` has opened it, and still reports its end by its `error` event. Its owner runs one
 * statement at a time; each is a transaction of its own.
 */
export class WireClient {
  readonly #client: pg.Client;
  readonly #stream: Socket;
  readonly #parserOf: TextParsers;
  readonly #writer = createExecutionWriter();
  readonly #prepared = new Map<string, Prepared>();
  readonly #timer: NodeJS.Timeout;
  #losses = 0;
  #running: Execution | null = null;
  /** Says why the connection is of no more use; null as long as it is. */
  #lost: unknown = null;

  constructor(client: pg.Client, { parserOf, statementTimeoutMs }: WireClientOptions) {
    this.#client = client;
    this.#parserOf = parserOf;
    this.#stream = takeStream(client);
    this.#timer = setTimeout(() => this.#checkTime(), statementTimeoutMs);
    // An open connection keeps the process alive, not the time that a statement has.
    this.#timer.unref();
    const read = createMessageReader((code, bytes, start, end) => this.#hear(code, bytes, start, end));
    this.#stream.on('data', (chunk: Buffer) => {
      if (this.#lost !== null) return;
      try {
        read(chunk);
      } catch (error) {
        this.#lose(terminated(`PostgreSQL sent ${error instanceof Error ? error.message : 'nonsense'}`, error));
      }
    });
    this.#stream.on('close', () => this.#retire(new Error('Connection terminated unexpectedly')));
  }

  /** Answers rows as arrays once the statement is committed. Values are bytes, text or null. */
  run(statement: WireStatement, values: readonly unknown[]): Promise<unknown[][]> {
    if (this.#lost !== null) return Promise.reject(this.#lost);
    if (this.#running !== null) return Promise.reject(new Error('a statement is under way on this connection'));
    return new Promise((resolve, reject) => this.#send({ statement, values, resolve, reject }, false));
  }

  /** Closes the connection at once; the statement under way fails, and whether it took effect is unknown. */
  drop(): void {
    const isBusy = this.#running !== null;
    this.#retire(new Error('Connection terminated'));
    this.#end();
    if (isBusy) this.#stream.destroy();
  }

  async close(): Promise<void> {
    if (this.#running !== null) return this.drop();
    this.#retire(new Error('Client was closed and is not queryable'));
    await this.#client.end();
  }

  #send(asked: Asked, again: boolean): void {
    const { statement, values } = asked;
    const { name = '', text } = statement;
    const known = again || this.#losses >= LOSSES_MAX ? undefined : this.#prepared.get(name);
    if (known !== undefined && known.text !== text) throw new Error(`the name "${name}" is another statement's`);
    const columns = known?.columns ?? null;
    const bytes = this.#writer.write({ name, text, values, prepares: columns === null, columns });
    this.#running = new Execution(asked, columns, this.#parserOf);
    this.#timer.refresh();
    this.#stream.write(bytes);
  }

  #hear(code: number, bytes: Buffer, start: number, end: number): void {
    const running = this.#running;
    if (code === BACKEND.error) this.#hearError(readError(bytes, start, end));
    else if (running !== null) {
      if (running.hear(code, bytes, start, end)) this.#finish(running);
    } else if (!isOfNoStatement(code)) throw unexpected(code);
  }

  #hearError(error: pg.DatabaseError): void {
    const running = this.#running;
    if (running !== null && !endsTheConnection(error)) running.refusal ??= error;
    else this.#lose(running === null || isUnavailable(error) ? error : terminated(error.message, error));
  }

  #finish(done: Execution): void {
    this.#running = null;
    const { asked, columns, rows, prepares } = done;
    const failure = done.failure();
    const { name, text } = asked.statement;
    if (prepares && name !== undefined && columns !== null) this.#prepared.set(name, { text, columns });
    if (failure === null) asked.resolve(rows);
    else if (!prepares && isOutdatedPlan(failure)) this.#repeat(asked);
    else asked.reject(failure);
  }

  /** Prepares and runs a statement again that was no longer prepared; nothing of it was done. */
  #repeat(asked: Asked): void {
    this.#losses += 1;
    try {
      this.#send(asked, true);
    } catch (error) {
      asked.reject(error);
    }
  }

  #checkTime(): void {
    const late = this.#running;
    // After a pause of the whole process an answer that has arrived is read before the connection counts as dead.
    setImmediate(() => {
      if (late !== null && this.#running === late) this.#lose(new Error('Query read timeout'));
    });
  }

  /**
   * Ends the connection for an error: its caller gets it where a statement is under way, else `pg` reports it to the
   * owner.
   */
  #lose(error: unknown): void {
    const isBusy = this.#running !== null;
    if (!this.#retire(error)) return;
    this.#end();
    this.#stream.destroy();
    if (!isBusy) this.#client.emit('error', error as Error);
  }

  /** Keeps `pg` from taking the end of the connection for a loss. */
  #end(): void {
    this.#client.end().catch(() => undefined);
  }

  /**
   * Makes the connection refuse statements; the one under way fails with its refusal or this reason. False where it was
   * so already.
   */
  #retire(reason: unknown): boolean {
    if (this.#lost !== null) return false;
    this.#lost = reason;
    clearTimeout(this.#timer);
    const running = this.#running;
    this.#running = null;
    running?.asked.reject(running.refusal ?? reason);
    return true;
  }
}

/** Fields that `pg` keeps of a connection, as far as this file knows of them. */
function takeStream(client: pg.Client): Socket {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  if (stream.listenerCount('data') !== 1) throw new Error('pg reads its connection in a way that is not known here');
  stream.removeAllListeners('data');
  return stream;
}

/** An error whose first words are those of `pg`, by which a lost connection is recognised. */
function terminated(why: string, cause: unknown): Error {
  return new Error(`Connection terminated: ${why}`, { cause });
}
