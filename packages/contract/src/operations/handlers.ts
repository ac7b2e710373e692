// Gives what the compiler knows of a handler from the operation that it answers.
import type { Static, TObject, TSchema } from 'typebox';
import type { HeaderSpec, Multipart, UnreadBody } from './body-and-reply.ts';
import type { ModuleContract } from './define.ts';
import type { EventSpec, EventStream } from './event-stream.ts';

type StaticOr<T, Otherwise> = T extends TSchema ? Static<T> : Otherwise;

/** Gives the body as a handler receives it, after validation. */
export type BodyOf<O> = O extends { readonly body: infer B }
  ? B extends { readonly kind: 'none' }
    ? undefined
    : B extends { readonly kind: 'multipart'; readonly fields: infer F extends TObject }
      ? Multipart<F>
      : B extends { readonly kind: 'bytes' | 'raw' }
        ? UnreadBody
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
  /** Encoding of the bytes; null where they are not packed. */
  readonly encoding: 'gzip' | null;
}

/** Answer 304 without a body: the tag in the headers is one that the client has. */
export interface Unchanged {
  readonly unchanged: true;
}

export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** Seconds; 0 clears the cookie, and one without a number lasts for the browser's session. */
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

/** Describes a file that is read while it is written. */
export interface Download {
  readonly mediaType: string;
  readonly fileName: string;
  /** Content, read as fast as the client takes it, and returned early when the client has gone. */
  readonly chunks: AsyncIterable<string | Uint8Array>;
  /** Headers that the contract declares for the file. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Describes a file whose bytes are settled before the first of them is read. */
export interface KnownDownload extends Download {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Number of bytes. */
  readonly size: number;
  /** Strong validator without its quotes, for example the SHA-256 of the bytes in hex (RFC 9110, 8.8.3). */
  readonly etag: string;
}

/** Describes an answer in the form of a protocol. */
export type FormAnswer =
  | { readonly status: 200 | 400 | 404; readonly body: unknown }
  /** An answer that a client may keep: its JSON, made when the client does not have it yet, and its quoted ETag. */
  | { readonly status: 200; readonly json: () => Uint8Array; readonly etag: string };

/** Gives what a handler answers, by the kind of reply. */
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
                : R extends { readonly kind: 'page-or-void' }
                  ? { readonly html: string }
                  : R extends { readonly kind: 'html' }
                    ? { readonly html: string; readonly headers: Readonly<Record<string, string>> }
                    : R extends { readonly kind: 'download'; readonly known: true }
                      ? KnownDownload
                      : R extends { readonly kind: 'download' }
                        ? Download
                        : R extends { readonly kind: 'event-stream'; readonly events: infer E extends EventSpec }
                          ? EventStream<E>
                          : never
  : never;

/** A handler. `Act` and `PublicAct` are the server's; the contract does not know them. */
export type HandlerOf<O, Act, PublicAct> = (request: {
  readonly params: StaticOr<O extends { readonly params: infer P } ? P : undefined, Readonly<Record<string, never>>>;
  readonly query: StaticOr<O extends { readonly query: infer Q } ? Q : undefined, Readonly<Record<string, never>>>;
  readonly body: BodyOf<O>;
  readonly act: O extends { readonly access: { readonly kind: 'public' } } ? PublicAct : Act;
}) => Promise<AnswerOf<O>>;

/** Keys of the operations that are offered. */
export type BuiltKeys<M extends { readonly operations: object }> = {
  [K in keyof M['operations']]: M['operations'][K] extends { readonly built: true } ? K : never;
}[keyof M['operations']];

/** One handler for each built operation: a missing one, an extra one and a wrong answer do not compile. */
export type Handlers<M extends ModuleContract, Act, PublicAct> = {
  readonly [K in BuiltKeys<M>]: HandlerOf<M['operations'][K], Act, PublicAct>;
};
