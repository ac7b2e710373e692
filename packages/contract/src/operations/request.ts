// Gives the types of what a call of an operation takes, as the operation declares it, and of an example of any operation.
import type { Static, TObject, TSchema } from 'typebox';

export interface FileInput {
  readonly fileName: string;
  readonly bytes: Uint8Array<ArrayBuffer> | string;
  /** Media type; absent: `application/octet-stream`. */
  readonly mediaType?: string;
}

type Part<Name extends string, S> = S extends TSchema
  ? Record<never, never> extends Static<S>
    ? { readonly [N in Name]?: Static<S> }
    : { readonly [N in Name]: Static<S> }
  : Record<never, never>;

type BodyPart<B> = B extends { readonly kind: 'none' }
  ? Record<never, never>
  : B extends { readonly kind: 'multipart'; readonly files: infer N; readonly fields: infer F extends TObject }
    ? { readonly files: { readonly [K in keyof N]?: readonly FileInput[] }; readonly fields?: Static<F> }
    : B extends { readonly kind: 'list'; readonly schema: infer S extends TSchema }
      ? { readonly body: readonly Static<S>[] }
      : B extends { readonly kind: 'raw' }
        ? { readonly body: string }
        : B extends { readonly kind: 'json'; readonly optional: true; readonly schema: infer S extends TSchema }
          ? { readonly body?: Static<S> }
          : B extends { readonly schema: infer S extends TSchema }
            ? { readonly body: Static<S> }
            : never;

/** The `params`, `query`, `body` (or `files` and `fields`) of a built operation. */
export type RequestOf<O> = O extends { readonly body: infer B }
  ? Part<'params', O extends { readonly params: infer P } ? P : undefined> &
      Part<'query', O extends { readonly query: infer Q } ? Q : undefined> &
      BodyPart<B>
  : never;

/** An example of an operation that is not known. */
export interface Example {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly files?: Readonly<Record<string, readonly FileInput[]>>;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly answer?: unknown;
}
