// Describes examples: for each built operation one request that can be sent as it stands, and what the server answers to it.
import type { Static, TSchema } from 'typebox';
import type { EventSpec, StreamEvent } from '../operations/event-stream.ts';
import type { BuiltKeys } from '../operations/handlers.ts';
import type { RequestOf } from '../operations/request.ts';

/** Void answers and pages are alike everywhere and need no words of their own. */
type Answered<R> = R extends { readonly kind: 'json' | 'json-or-bytes'; readonly schema: infer S extends TSchema }
  ? { readonly answer: Static<S> }
  : R extends { readonly kind: 'event-stream'; readonly events: infer E extends EventSpec }
    ? { readonly answer: StreamEvent<E> }
    : R extends { readonly kind: 'download'; readonly mediaTypes: readonly (infer M)[] }
      ? { readonly answer: { readonly mediaType: M; readonly text: string } }
      : R extends { readonly kind: 'form' }
        ? { readonly answer: object }
        : R extends { readonly kind: 'redirect-or-void' }
          ? { readonly answer: { readonly location: string } }
          : Record<never, never>;

/** `headers` holds what the caller sends beside credentials; `answer` what comes back, without its envelope. */
export type ExampleOf<O> = RequestOf<O> & { readonly headers?: Readonly<Record<string, string>> } & (O extends {
    readonly reply: infer R;
  }
    ? Answered<R>
    : never);

/**
 * Demands an example of every built operation. Ids, times, tokens and the names of what has to be there before are
 * placeholders: whoever sends one puts something of their own in their place.
 */
export type ExamplesOf<M extends { readonly operations: object }> = {
  readonly [K in BuiltKeys<M>]: ExampleOf<M['operations'][K]>;
};
