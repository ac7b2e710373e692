// A typed client made from a table of operations: for programs, as pages, that the contract itself would be too large for.
import type { ModuleContract, ModuleKey, moduleTable } from '@keelson/contract';
import { KeelsonError, readAnswer } from './answer.ts';
import { type Call, requestOf } from './call.ts';
import type { CallShape } from './shape.ts';

export interface ClientOptions<Throws extends boolean = boolean> {
  /** Address of the suite, with or without a trailing slash. */
  readonly baseUrl: string;
  /** Session token or API key, sent as bearer. */
  readonly token?: string;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Function to call instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Whether a failure is thrown as KeelsonError instead of answered. */
  readonly throwOnError?: Throws;
}

/** Shapes of operations by module and by key, as `moduleTable` has them. */
export type CallTable = Readonly<Record<string, Readonly<Record<string, CallShape>>>>;

type ModuleCalls<M extends ModuleContract, Throws extends boolean> = {
  readonly [K in keyof M['operations']]: Call<M['operations'][K], Throws>;
};

/** Every operation of the suite as a function, by module. */
export type Calls<Throws extends boolean> = {
  readonly [M in (typeof moduleTable)[number] as ModuleKey<M['name']>]: ModuleCalls<M, Throws>;
};

type AnyInput = Parameters<typeof requestOf>[1];

async function call(options: ClientOptions, shape: CallShape, input: AnyInput = {}) {
  const authorization = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
  const { path, init } = requestOf(shape, input, { ...options.headers, ...authorization });
  const response = await (options.fetch ?? fetch)(options.baseUrl.replace(/\/+$/, '') + path, init);
  const answer = await readAnswer(response, shape);
  if (options.throwOnError && !answer.ok) throw new KeelsonError(answer);
  return answer;
}

/** Makes a function for each shape of the table; the table must hold the operations of the whole contract that are called. */
export function createTableClient<const Throws extends boolean = false>(
  table: CallTable,
  options: ClientOptions<Throws>,
): Calls<Throws> {
  const calls = Object.entries(table).map(([module, shapes]) => [
    module,
    Object.fromEntries(
      Object.entries(shapes).map(([key, shape]) => [key, (input?: AnyInput) => call(options, shape, input)]),
    ),
  ]);
  // The loop above makes exactly the functions that the mapped type names; the compiler cannot follow it.
  const client: unknown = Object.fromEntries(calls);
  return client as Calls<Throws>;
}
