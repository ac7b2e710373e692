// The vocabulary of the contract: how an operation, a module and its handlers are declared.
import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { EventSpec, EventStream } from './event-stream.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call an operation; decided by the guard before the body is read (conventions, section 5). */
export interface Access {
  /**
   * `public`: nobody has to sign in; a dead credential counts as none.
   * `session`: any live caller, people and API keys. `person`: a live caller that is no API key.
   * `authority`: a live caller holding one of `authorities`.
   * `own-or-authority`: any live caller; `caller.holds(...)` tells the service whether more than the own may be touched.
   */
  readonly kind: 'public' | 'session' | 'person' | 'authority' | 'own-or-authority';
  /** One of them suffices. Empty unless the kind names authorities. */
  readonly authorities: readonly string[];
  /** Needs a secret checked within `session.fresh-period`; API keys are exempt. */
  readonly fresh: boolean;
  /** With `public`: a dead token in a header is 401, after the parameters were read. */
  readonly refusesDeadToken?: true;
}

export const publicAccess = { kind: 'public', authorities: [], fresh: false } as const satisfies Access;
/** Nobody has to sign in, yet a token that is presented must be live; a dead cookie counts as none, as browsers send it. */
export const publicReadAccess = {
  kind: 'public',
  authorities: [],
  fresh: false,
  refusesDeadToken: true,
} as const satisfies Access;
export const sessionAccess = { kind: 'session', authorities: [], fresh: false } as const satisfies Access;
export const personAccess = { kind: 'person', authorities: [], fresh: false } as const satisfies Access;
export function authority(...authorities: string[]): Access {
  return { kind: 'authority', authorities, fresh: false };
}
export function ownOr(...authorities: string[]): Access {
  return { kind: 'own-or-authority', authorities, fresh: false };
}
export function fresh(access: Access): Access {
  return { ...access, fresh: true };
}

/** What a request carries beside its address. Every kind has one reader in the server. */
export type BodySpec =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'json';
      readonly schema: TObject;
      /** An absent body counts as `{}`. */
      readonly optional?: true;
      readonly limitBytes?: number;
      /** Fields of this name may hold U+0000: the handler refuses it in its own way. */
      readonly nulAllowedIn?: string;
    }
  /** One string: raw text, `text/plain` or a JSON string (conventions, section 3). */
  | {
      readonly kind: 'string';
      readonly schema: TSchema;
      /** An absent body is the empty text. */
      readonly optional?: true;
    }
  /** A JSON array; one bare item counts as a list of one. */
  | {
      readonly kind: 'list';
      readonly schema: TSchema;
      readonly limitBytes?: number;
      /** Fields of this name may hold U+0000: the handler refuses it in its own way. */
      readonly nulAllowedIn?: string;
    }
  /** Any JSON value including null, or `text/plain` as a string. */
  | { readonly kind: 'any'; readonly schema: TSchema; readonly limitBytes?: number }
  | {
      readonly kind: 'multipart';
      readonly files: Readonly<
        Record<string, { readonly min: number; readonly max: number; readonly description: string }>
      >;
      /** Text on the wire: the server reads booleans and numbers as the schema says. */
      readonly fields: TObject;
    }
  | { readonly kind: 'form'; readonly schema: TObject };

/** Response headers an operation sets, by lower-case name, with their description. */
export type HeaderSpec = Readonly<Record<string, string>>;

export type ReplySpec =
  | {
      readonly kind: 'json';
      readonly schema: TSchema;
      readonly headers?: HeaderSpec;
      /** An answer whose header `etag` the request names in `If-None-Match` is 304 without a body. */
      readonly conditional?: true;
    }
  | { readonly kind: 'void'; readonly headers?: HeaderSpec }
  /** 302 to `location`, or Void. */
  | { readonly kind: 'redirect-or-void' }
  /** JSON in the envelope, or the raw file when `Accept` admits one of `mediaTypes`. */
  | { readonly kind: 'json-or-bytes'; readonly schema: TSchema; readonly mediaTypes: readonly string[] }
  /** A page outside the envelope. */
  | { readonly kind: 'html' }
  /** Answers and failures as a protocol of this name has them, outside the envelope. */
  | { readonly kind: 'form'; readonly form: string }
  /** Server-sent events outside the envelope. Opening one is no use of the session, and it ends with the session. */
  | {
      readonly kind: 'event-stream';
      readonly events: EventSpec;
      /** `Last-Event-ID` is honoured. */
      readonly resumable?: true;
      /** Open at a time for one user in one process, where a page says another number than 10. */
      readonly streamsMax?: number;
      /** Protocol as whose failures they are told; else in the envelope. */
      readonly form?: string;
    };

/** A file as multipart carried it. */
export interface UploadedFile {
  readonly fieldName: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface Multipart<F extends TObject = TObject> {
  readonly files: Readonly<Record<string, readonly UploadedFile[]>>;
  readonly fields: Static<F>;
}

interface OperationIdentity {
  /** Name of the operation on the interface page; not unique within a module. */
  readonly name: string;
  readonly method: HttpMethod;
  readonly path: string;
  /** Further paths that answer alike, for example the correctly spelt twin. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** True for operations that the interface page does not list. */
  readonly addition?: true;
}

export interface BuiltOperation extends OperationIdentity {
  readonly built: true;
  readonly access: Access;
  /** `write` changes state: origin proof for cookies also on GET, no prefetch. */
  readonly effect: 'read' | 'write';
  /** What the operation does and which limits hold, for the documents. */
  readonly description: string;
  readonly params?: TObject;
  /** Text on the wire: the server reads booleans (`true`, `false`) and numbers as the schema says. */
  readonly query?: TObject;
  readonly body: BodySpec;
  readonly reply: ReplySpec;
  /** Beyond the codes that every operation of this kind can give. */
  readonly errors: readonly ErrorCode[];
  /** Honours `Idempotency-Key`. */
  readonly idempotent?: true;
  /** Does not count as a use of the session: a dialog that asks again and again must not keep it alive. */
  readonly passive?: true;
}

/** Listed on the interface page, not offered yet: 501 after the session check, before the body is read. */
export interface PlannedOperation extends OperationIdentity {
  readonly built: false;
  readonly access: Access;
  readonly mediaType:
    | 'application/json'
    | 'text/plain'
    | 'application/x-www-form-urlencoded'
    | 'multipart/form-data'
    | null;
  readonly bodyKind: BodySpec['kind'];
}

export type Operation = BuiltOperation | PlannedOperation;

/** Name of the protocol whose shapes answers and failures have; null for operations in the envelope. */
export function formOf(operation: Operation): string | null {
  if (!operation.built) return null;
  const { reply } = operation;
  return reply.kind === 'form' || reply.kind === 'event-stream' ? (reply.form ?? null) : null;
}

export function operation<const O extends Omit<BuiltOperation, 'built'>>(definition: O): O & { readonly built: true } {
  return { ...definition, built: true };
}
export function planned<const O extends Omit<PlannedOperation, 'built'>>(definition: O): O & { readonly built: false } {
  return { ...definition, built: false };
}

export interface ModuleContract {
  /** Module name of conventions 1, for example `bpmn-engine`. */
  readonly name: string;
  readonly title: string;
  /** Path prefixes beside the root, each with a leading slash. */
  readonly prefixes: readonly string[];
  /** Keyed by unique id: the name, or `<group>_<name>` where the module has a name twice. */
  readonly operations: Readonly<Record<string, Operation>>;
  /** Authorities of the module: name -> description, level and the shipped roles that hold it. */
  readonly authorities: readonly AuthorityDefinition[];
}

export interface AuthorityDefinition {
  readonly authority: string;
  readonly name: string;
  readonly description: string;
  /** SYSTEM reaches beyond one tenant or is withheld from tenant administrators (conventions, section 5). */
  readonly level: 'TENANT' | 'SYSTEM';
  /** Shipped roles beside ROLE_SYSTEM_ADMIN that hold it. */
  readonly roleList: readonly ('ROLE_USER' | 'ROLE_TENANT_ADMIN')[];
}

export function defineModule<const M extends ModuleContract>(module: M): M {
  return module;
}

// --- types derived for handlers -------------------------------------------------------------------------------------

type StaticOr<T, Otherwise> = T extends TSchema ? Static<T> : Otherwise;

/** The body as a handler receives it, after validation. */
export type BodyOf<O> = O extends { readonly body: infer B }
  ? B extends { readonly kind: 'none' }
    ? undefined
    : B extends { readonly kind: 'multipart'; readonly fields: infer F extends TObject }
      ? Multipart<F>
      : B extends { readonly kind: 'list'; readonly schema: infer S extends TSchema }
        ? readonly Static<S>[]
        : B extends { readonly schema: infer S extends TSchema }
          ? Static<S>
          : never
  : never;

/** Text of a JSON body written beforehand; it is put into the envelope as it is. */
export interface PreparedJson {
  readonly preparedJson: string;
}

/** A whole answer, envelope included, in the bytes that are sent. */
export interface PreparedAnswer {
  readonly preparedAnswer: Uint8Array;
  /** Null: as it is. */
  readonly encoding: 'gzip' | null;
}

/** The tag in the headers is one that the client has: 304, and no body was made. */
export interface Unchanged {
  readonly unchanged: true;
}

export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** Seconds; 0 clears, absent lasts for the browser's session. */
  readonly maxAgeSeconds?: number;
  readonly path: string;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: 'Lax' | 'Strict';
}

interface WithHeaders<Body, H extends HeaderSpec> {
  readonly body: Body;
  readonly headers: Readonly<Partial<Record<keyof H & string, string>>>;
  readonly cookies?: readonly Cookie[];
}

export interface Bytes {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly fileName: string;
}

/** An answer in the form of a protocol. */
export type FormAnswer =
  | { readonly status: 200 | 400 | 404; readonly body: unknown }
  /** One that a client may keep: its JSON, made when the client does not have it yet, and its quoted ETag. */
  | { readonly status: 200; readonly json: () => Uint8Array; readonly etag: string };

/** What a handler answers, by the kind of reply. */
export type AnswerOf<O> = O extends { readonly reply: infer R }
  ? R extends {
      readonly kind: 'json';
      readonly schema: infer S extends TSchema;
      readonly headers: infer H extends HeaderSpec;
    }
    ? WithHeaders<
        Static<S> | PreparedJson | (R extends { readonly conditional: true } ? PreparedAnswer | Unchanged : never),
        H
      >
    : R extends { readonly kind: 'json'; readonly schema: infer S extends TSchema }
      ? Static<S> | PreparedJson
      : R extends { readonly kind: 'void'; readonly headers: infer H extends HeaderSpec }
        ? WithHeaders<undefined, H>
        : R extends { readonly kind: 'void' }
          ? undefined
          : R extends { readonly kind: 'redirect-or-void' }
            ? {
                readonly location: string | null;
                readonly headers: Readonly<Record<string, string>>;
                readonly cookies: readonly Cookie[];
              }
            : R extends { readonly kind: 'json-or-bytes'; readonly schema: infer S extends TSchema }
              ? Static<S> | PreparedJson | Bytes
              : R extends { readonly kind: 'form' }
                ? FormAnswer
                : R extends { readonly kind: 'html' }
                  ? { readonly html: string; readonly headers: Readonly<Record<string, string>> }
                  : R extends { readonly kind: 'event-stream'; readonly events: infer E extends EventSpec }
                    ? EventStream<E>
                    : never
  : never;

/** `Caller`, `Context`, `Act` and `PublicAct` are the server's; the contract does not know them. */
export type HandlerOf<O, Caller, Context, Act = unknown, PublicAct = unknown> = (request: {
  readonly params: StaticOr<O extends { readonly params: infer P } ? P : undefined, Readonly<Record<string, never>>>;
  readonly query: StaticOr<O extends { readonly query: infer Q } ? Q : undefined, Readonly<Record<string, never>>>;
  readonly body: BodyOf<O>;
  readonly caller: O extends { readonly access: { readonly kind: 'public' } } ? Caller | null : Caller;
  readonly context: Context;
  readonly act: O extends { readonly access: { readonly kind: 'public' } } ? PublicAct : Act;
}) => Promise<AnswerOf<O>>;

type BuiltKeys<M extends ModuleContract> = {
  [K in keyof M['operations']]: M['operations'][K] extends { readonly built: true } ? K : never;
}[keyof M['operations']];

/** Exactly one handler for each built operation: a missing one, an extra one and a wrong answer do not compile. */
export type Handlers<M extends ModuleContract, Caller, Context, Act = unknown, PublicAct = unknown> = {
  readonly [K in BuiltKeys<M>]: HandlerOf<M['operations'][K], Caller, Context, Act, PublicAct>;
};
