// Sends requests of the scenarios by code that openapi-generator made (typescript-fetch), and holds what it sends and reads against what is right.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

type Json = unknown;
type Parameters = Record<string, unknown>;
interface Read {
  readonly raw: Response;
  value(): Promise<unknown>;
}
type RawCall = (parameters: Parameters, init: RequestInit) => Promise<Read>;
type Api = new (configuration: unknown) => Readonly<Record<string, RawCall>>;
type Models = Readonly<Record<string, (value: unknown) => unknown>>;

interface ValueParameter {
  readonly parameter: string;
  readonly kind: 'text' | 'list' | 'date';
}

/** What the source of a generated call says about itself. */
interface GeneratedCall {
  readonly api: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Hold the name of a parameter by its name in the address. */
  readonly inPath: ReadonlyMap<string, string>;
  readonly inQuery: ReadonlyMap<string, ValueParameter>;
  readonly inHeader: ReadonlyMap<string, string>;
  readonly inForm: ReadonlyMap<string, ValueParameter>;
  readonly body: { readonly parameter: string; readonly model: string | null; readonly isList: boolean } | null;
}

export interface GeneratedClient {
  /** Counts the operations that the code has. */
  readonly size: number;
  /** Sends a request of `@keelson/client` by the generated call of this method and path of the document. */
  send(
    operation: { readonly method: string; readonly path: string },
    address: URL,
    init: RequestInit,
  ): Promise<Response>;
}

const all = (source: string, pattern: RegExp): ReadonlyMap<string, string> =>
  new Map([...source.matchAll(pattern)].map(([, inRequest, parameter]) => [inRequest!, parameter!]));

const LISTED = /\.join\(|\.forEach\(/;

/** Finds the parameters by the lines that write them: each is written below a look whether it is there. */
function parametersIn(source: string, written: RegExp): ReadonlyMap<string, ValueParameter> {
  const looks = source.split(/^ {8}if \((?=requestParameters\['\w+'\] != null\) \{)/m).slice(1);
  return new Map(
    looks.flatMap((look) => {
      const [text = ''] = look.split(/^ {8}\}$/m);
      const name = written.exec(text)?.[1];
      const parameter = /^requestParameters\['(\w+)'\]/.exec(text)![1]!;
      const kind = LISTED.test(text) || /Array</.test(text) ? 'list' : text.includes('toISOString') ? 'date' : 'text';
      return name === undefined ? [] : [[name, { parameter, kind } as const] as const];
    }),
  );
}

function bodyOf(source: string): GeneratedCall['body'] {
  const [, model, parameter] = /\bbody: (\w+)ToJSON\(requestParameters\['(\w+)'\]\)/.exec(source) ?? [];
  if (parameter !== undefined) return { parameter, model: model!, isList: false };
  const [, plain, item] = /\bbody: requestParameters\['(\w+)'\](?:!?\.map\((\w+)ToJSON\))?/.exec(source) ?? [];
  return plain === undefined ? null : { parameter: plain, model: item ?? null, isList: item !== undefined };
}

function callsOf(api: string, source: string): readonly GeneratedCall[] {
  const functions = source.split(/^ {4}async (?=\w+Raw\()/m).slice(1);
  const calls = functions.map((text) => text.split(/^ {4}\/\*\*$/m)[0]!).filter((call) => call.includes('urlPath'));
  return calls.map((call) => {
    return {
      api,
      name: /^\w+/.exec(call)![0],
      method: /\bmethod: '(\w+)'/.exec(call)![1]!,
      path: /let urlPath = `([^`]+)`/.exec(call)![1]!,
      inPath: all(call, /`\{\$\{"([^"]+)"\}\}`, encodeURIComponent\(String\(requestParameters\['(\w+)'\]\)\)/g),
      inQuery: parametersIn(call, /queryParameters\['([^']+)'\] =/),
      inHeader: all(call, /headerParameters\['([^']+)'\] = String\(requestParameters\['(\w+)'\]\)/g),
      inForm: parametersIn(call, /formParams\.append\('([^']+)'/),
      body: bodyOf(call),
    };
  });
}

/** Gives back the nulls of a body, which the generated readers leave out as if they had not been there. */
function withNulls(body: Json, model: unknown): unknown {
  if (body === null) return null;
  if (Array.isArray(body) && Array.isArray(model)) return body.map((item, index) => withNulls(item, model[index]));
  if (
    typeof body !== 'object' ||
    typeof model !== 'object' ||
    model === null ||
    model instanceof Date ||
    model instanceof Set
  )
    return model;
  const kept = { ...model } as Record<string, unknown>;
  for (const [name, value] of Object.entries(body as object)) {
    if (value === null) kept[name] = null;
    else if (name in kept) kept[name] = withNulls(value, kept[name]);
  }
  return kept;
}

/** Writes a value so that two of them can be compared: dates by their moment, and what is null or undefined not at all. */
export function comparable(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  if (Array.isArray(value)) return value.map(comparable);
  if (value instanceof Set) return [...value].map(comparable);
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value)) return Date.parse(value);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([, part]) => part !== null && part !== undefined)
    // The generator puts a line before a word of the language: _default.
    .map(([name, part]) => [name.replace(/^_/, ''), comparable(part)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries);
}

const isJson = (headers: Headers): boolean => /^application\/json/.test(headers.get('content-type') ?? '');

function valuesIn({ path: template }: GeneratedCall, address: URL): ReadonlyMap<string, string> {
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
  const pattern = new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '([^/]*)')}$`);
  const values = pattern.exec(address.pathname)?.slice(1) ?? [];
  return new Map(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]));
}

/** Answers the parameters of a generated call that ask for the same as a request. */
async function parametersOf(call: GeneratedCall, models: Models, address: URL, init: RequestInit): Promise<Parameters> {
  const parameters: Parameters = {};
  for (const [name, value] of valuesIn(call, address)) parameters[call.inPath.get(name)!] = value;
  const give = (known: ReadonlyMap<string, ValueParameter>, name: string, value: unknown): void => {
    const found = known.get(name);
    if (found === undefined) throw new Error(`${call.name} has no parameter for ${name}`);
    const { parameter, kind } = found;
    if (kind === 'list') parameters[parameter] = [...((parameters[parameter] as unknown[]) ?? []), value];
    else parameters[parameter] = kind === 'date' ? new Date(String(value)) : value;
  };
  for (const [name, value] of address.searchParams) give(call.inQuery, name, value);
  const headers = new Headers(init.headers);
  for (const [name, parameter] of call.inHeader) {
    if (headers.has(name)) parameters[parameter] = headers.get(name);
  }
  const { body } = init;
  if (body instanceof FormData || body instanceof URLSearchParams) {
    for (const [name, value] of body as Iterable<[string, unknown]>) give(call.inForm, name, value);
  } else if (body !== undefined && body !== null) {
    if (call.body === null) throw new Error(`${call.name} has no body`);
    const isText = !/^application\/json/.test(headers.get('content-type') ?? '');
    const value: Json = isText ? body : JSON.parse(String(body));
    const { parameter, model, isList } = call.body;
    const read = (item: Json) => (model === null ? item : withNulls(item, models[`${model}FromJSON`]!(item)));
    parameters[parameter] = isList && Array.isArray(value) ? value.map(read) : read(value);
  }
  return parameters;
}

/** Loads the code that was generated into a folder. `differ` hears of what it sent or read otherwise than it was. */
export async function loadGenerated(
  folder: string,
  differ: (call: string, what: string, seen: unknown, right: unknown) => void,
): Promise<GeneratedClient> {
  const load = (file: string): Promise<Record<string, unknown>> => import(pathToFileURL(path.join(folder, file)).href);
  const [runtime, apis, models] = await Promise.all([
    load('runtime.ts'),
    load('apis/index.ts') as Promise<Record<string, Api>>,
    load('models/index.ts') as unknown as Promise<Models>,
  ]);
  const files = (await readdir(path.join(folder, 'apis'))).filter((name) => name.endsWith('Api.ts'));
  const sources = await Promise.all(
    files.map(
      async (file) => [file.replace(/\.ts$/, ''), await readFile(path.join(folder, 'apis', file), 'utf8')] as const,
    ),
  );
  const calls = new Map(
    sources.flatMap(([api, source]) => callsOf(api, source)).map((call) => [`${call.method} ${call.path}`, call]),
  );
  const Configuration = runtime.Configuration as new (options: object) => unknown;

  async function send(
    { method, path: template }: { readonly method: string; readonly path: string },
    address: URL,
    init: RequestInit,
  ): Promise<Response> {
    const call = calls.get(`${method} ${template}`);
    if (call === undefined) throw new Error(`nothing was generated for ${method} ${template}`);
    let answered: Response | null = null;
    const configuration = new Configuration({
      basePath: address.origin,
      async fetchApi(url: string, made: RequestInit) {
        const headers = new Headers(init.headers);
        headers.delete('content-type');
        for (const [name, value] of new Headers(made.headers)) headers.set(name, value);
        const isForm = made.body instanceof FormData;
        if (isForm) headers.delete('content-type');
        const sent = new URL(url);
        differ(call.name, 'path', sent.pathname, address.pathname);
        differ(call.name, 'query', [...sent.searchParams], [...address.searchParams]);
        if (
          typeof init.body === 'string' &&
          typeof made.body === 'string' &&
          /json/.test(headers.get('content-type') ?? '')
        )
          differ(call.name, 'body', JSON.parse(made.body), JSON.parse(init.body));
        const response = await fetch(url, { ...made, headers, redirect: 'manual', signal: init.signal ?? null });
        if (!isJson(response.headers)) {
          answered = response;
          return response;
        }
        const text = await response.text();
        const copy = () => new Response(text, { status: response.status, headers: response.headers });
        answered = copy();
        return copy();
      },
    });
    const api = new (apis[call.api] as Api)(configuration);
    try {
      const read = await api[call.name]!(await parametersOf(call, models, address, init), {});
      if (isJson(read.raw.headers)) {
        const right: unknown = JSON.parse(await answered!.clone().text());
        const value = await read.value();
        differ(call.name, 'answer', value, right);
      }
    } catch (error) {
      // The code throws every answer that is no success, and has it with it.
      if (!(error instanceof Error && 'response' in error)) throw error;
    }
    return answered!;
  }
  return { size: calls.size, send };
}
