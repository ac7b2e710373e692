// One request on its way through a service: who calls, from where, which operation; done once, and recorded as theirs.
import { hash } from 'node:crypto';
import type { Transaction } from '../database/database.types.ts';
import type { ChangeSet } from '../group-commit/group-commit.types.ts';
import type { Caller } from '../request/caller.ts';
import type { Context } from '../request/context.ts';
import type { DefinedEvent } from './event-definition.ts';
import type { Actor, EventRecorder, EventSubject } from './events.ts';
import type { Idempotency, IdempotencyClaim } from './idempotency.ts';

/** The act of an operation that needs no sign-in. */
export interface PublicAct {
  readonly caller: Caller | null;
  readonly context: Context;
  /** Operation as `<module>.<operation>`, as the contract calls it. */
  readonly operation: string;
  /** The actor of events for a person whom this request has identified, or for what acts in a person's stead. */
  actorNamed(username: string, tenantIdentifier: string): Actor;
}

/** The act of a signed-in caller. Every service function takes it first: `(act, input)`. */
export interface Act extends PublicAct {
  readonly caller: Caller;
  readonly actor: Actor;
  /**
   * Runs the work, or answers what it answered the first time under the same `Idempotency-Key`: same caller, operation,
   * parameters and body within 24 h. Without a key the work simply runs, and its claim keeps nothing. 409
   * IDEMPOTENCY_KEY_REUSED for other content under the key, 409 IDEMPOTENCY_IN_PROGRESS while the work runs. Only for
   * operations that the contract declares `idempotent`.
   */
  once<T>(work: (claim: IdempotencyClaim) => Promise<T>): Promise<T>;
  /** Writes the event of this caller in the transaction; see `EventRecorder`. */
  record(tx: Transaction, event: DefinedEvent, subject: EventSubject, detail?: object): Promise<void>;
  /** As `record`, for a change set of the group commit. */
  add(changes: ChangeSet, event: DefinedEvent, subject: EventSubject, detail?: object): void;
}

/** Holds what was read of a request, after validation. */
export interface ActInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export interface ActParts {
  readonly events: EventRecorder;
  readonly idempotency: Idempotency;
}

/** Describes an operation as its acts know it. */
interface ActOperation {
  readonly name: string;
  readonly idempotent: boolean;
}

/** Makes the acts of one operation. */
export type ActFactory = (caller: Caller | null, context: Context, input: ActInput) => RequestAct;

export function createActFactory(parts: ActParts, operation: ActOperation): ActFactory {
  return (caller, context, input) => new RequestAct(parts, operation, caller, context, input);
}

/** One is made for each request, so it holds references alone. */
export class RequestAct implements PublicAct {
  readonly #parts: ActParts;
  readonly #operation: ActOperation;
  readonly #caller: Caller | null;
  readonly #input: ActInput;
  readonly context: Context;
  /** Turns true when the work goes through `once`. */
  ranOnce = false;

  constructor(parts: ActParts, operation: ActOperation, caller: Caller | null, context: Context, input: ActInput) {
    this.#parts = parts;
    this.#operation = operation;
    this.#caller = caller;
    this.#input = input;
    this.context = context;
  }

  /** The caller; the contract's types let a service see null only where the operation is public. */
  get caller(): Caller {
    return this.#caller as Caller;
  }

  get operation(): string {
    return this.#operation.name;
  }

  get actor(): Actor {
    return this.actorNamed(this.caller.username, this.caller.tenantIdentifier);
  }

  actorNamed(username: string, tenantIdentifier: string): Actor {
    const { remoteAddress: ipAddress, requestId } = this.context;
    return { username, tenantIdentifier, ipAddress, requestId };
  }

  once<T>(work: (claim: IdempotencyClaim) => Promise<T>): Promise<T> {
    const { name, idempotent } = this.#operation;
    if (!idempotent) throw new Error(`the contract does not declare ${name} idempotent`);
    this.ranOnce = true;
    const { idempotencyKey: key } = this.context;
    const { tenantIdentifier, identifier: callerIdentifier } = this.caller;
    const request = { tenantIdentifier, callerIdentifier, operation: name, key };
    return this.#parts.idempotency.run({ ...request, bodyHash: key === null ? '' : hashOf(this.#input) }, work);
  }

  record(tx: Transaction, event: DefinedEvent, subject: EventSubject, detail?: object): Promise<void> {
    return this.#parts.events.record(tx, event, this.actor, subject, detail);
  }

  add(changes: ChangeSet, event: DefinedEvent, subject: EventSubject, detail?: object): void {
    this.#parts.events.add(changes, event, this.actor, subject, detail);
  }
}

interface FileContent {
  readonly bytes: Uint8Array;
}

/** Hashes the request as it was validated: sent again it has the same order of fields. Files count by their bytes. */
function hashOf({ params, query, body }: ActInput): string {
  const { files, ...rest } = (body ?? {}) as { readonly files?: Readonly<Record<string, readonly FileContent[]>> };
  const isMultipart =
    files !== undefined &&
    Object.values(files)
      .flat()
      .every(({ bytes }) => bytes instanceof Uint8Array);
  const content = isMultipart ? { ...rest, files: Object.entries(files).map(hashedFiles) } : body;
  return hash('sha256', JSON.stringify([params, query, content]), 'base64url');
}

function hashedFiles([field, files]: [string, readonly FileContent[]]): unknown {
  return [field, files.map(({ bytes, ...file }) => ({ ...file, content: hash('sha256', bytes, 'base64url') }))];
}
