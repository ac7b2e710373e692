// Describes one call of an operation: its types, taken from the contract, and the request it becomes.
import type { FileInput, RequestOf, Static, TSchema } from '@keelson/contract';
import type { Answer, HeaderProperty, Success } from './answer.ts';
import type { CallShape } from './shape.ts';

export interface RequestOptions {
  /** Further headers, which win over those of the client. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Of operations that are not built no shapes are known. */
type LooseInput = {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

/** What a call takes: `params`, `query`, `body` (or `files` and `fields`) as the operation declares them. */
export type Input<O> = RequestOptions & (O extends { readonly built: true } ? WithFiles<RequestOf<O>> : LooseInput);

/** One file: as a page or `node:fs` has it, bytes, or with its name beside. What has no name bears that of its part. */
export type FileValue = FileInput | Blob | Uint8Array<ArrayBuffer> | ArrayBuffer;

type WithFiles<R> = R extends { readonly files: infer N }
  ? Omit<R, 'files'> & { readonly files: { readonly [K in keyof N]: FileValue | readonly FileValue[] | undefined } }
  : R;

/** Values of the headers that the operation declares, by `HeaderProperty`. */
export type DeclaredHeaders<O> = O extends { readonly reply: { readonly headers: infer H } }
  ? { readonly [K in keyof H & string as HeaderProperty<K>]: string | null }
  : Readonly<Record<never, never>>;

/** Body of a success. */
export type Output<O> = O extends { readonly built: true; readonly reply: infer R }
  ? R extends { readonly kind: 'json'; readonly schema: infer S extends TSchema }
    ? Static<S>
    : R extends { readonly kind: 'json-or-bytes'; readonly schema: infer S extends TSchema }
      ? Static<S> | null
      : R extends { readonly kind: 'void' | 'page-or-void' }
        ? Readonly<Record<string, never>>
        : R extends { readonly kind: 'event-stream' | 'download' }
          ? ReadableStream<Uint8Array>
          : R extends { readonly kind: 'form' }
            ? unknown
            : null
  : unknown;

export type Call<O, Throws extends boolean> = (
  ...input: Record<never, never> extends Input<O> ? [input?: Input<O>] : [input: Input<O>]
) => Promise<Throws extends true ? Success<Output<O>, DeclaredHeaders<O>> : Answer<Output<O>, DeclaredHeaders<O>>>;

interface AnyInput extends RequestOptions, LooseInput {
  readonly files?: Readonly<Record<string, FileValue | readonly FileValue[] | undefined>>;
  readonly fields?: Readonly<Record<string, unknown>>;
}

function address(path: string, input: AnyInput): string {
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => {
    const value = input.params?.[name];
    if (value === undefined) throw new TypeError(`The path parameter ${name} is missing.`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.append(name, String(value));
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}

function form(input: AnyInput): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(input.fields ?? {})) {
    if (value !== undefined && value !== null)
      data.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const [name, files] of Object.entries(input.files ?? {})) {
    for (const file of [files ?? []].flat() as readonly FileValue[]) appendFile(data, name, file);
  }
  return data;
}

const ANY_BYTES = 'application/octet-stream';

function appendFile(data: FormData, name: string, file: FileValue): void {
  if (file instanceof Blob) {
    // A File has its own name; FormData would call a Blob "blob".
    data.append(name, file, 'name' in file ? String(file.name) : name);
  } else if (file instanceof ArrayBuffer || ArrayBuffer.isView(file)) {
    data.append(name, new Blob([file], { type: ANY_BYTES }), name);
  } else {
    const { bytes, fileName, mediaType = ANY_BYTES } = file;
    data.append(name, new Blob([bytes], { type: mediaType }), fileName);
  }
}

function bodyOf(
  { body: kind, rawType }: CallShape,
  input: AnyInput,
): { body?: string | FormData | URLSearchParams; type?: string } {
  if (kind === 'multipart') return { body: form(input) };
  if (input.body === undefined) return {};
  if (kind === 'text') return { body: String(input.body), type: 'text/plain; charset=utf-8' };
  if (kind === 'raw') return { body: String(input.body), type: rawType };
  if (kind === 'form') return { body: new URLSearchParams(input.body as Record<string, string>) };
  return { body: JSON.stringify(input.body), type: 'application/json' };
}

/** Makes the request of a call; redirects are left to the caller, who wants to see them. */
export function requestOf(
  shape: CallShape,
  input: AnyInput,
  clientHeaders: Readonly<Record<string, string>>,
): { readonly path: string; readonly init: RequestInit } {
  const { body, type } = bodyOf(shape, input);
  const headers = new Headers({ accept: shape.accept, ...clientHeaders });
  if (type !== undefined) headers.set('content-type', type);
  for (const [name, value] of Object.entries(input.headers ?? {})) headers.set(name, value);
  return {
    path: address(shape.path, input),
    init: {
      method: shape.method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    },
  };
}
