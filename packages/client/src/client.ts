// A typed client for every operation of the suite, made from the contract itself.
import { type ModuleContract, type ModuleKey, moduleKey, moduleTable, type Operation } from '@keelson/contract';
import { KeelsonError, readAnswer } from './answer.ts';
import { type Call, requestOf } from './call.ts';

export interface ClientOptions<Throws extends boolean = boolean> {
  /** Tells where the suite answers, with or without a trailing slash. */
  readonly baseUrl: string;
  /** Is a session token or API key, sent as bearer. */
  readonly token?: string;
  /** Go with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Is called instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** A failure is thrown as KeelsonError instead of answered. */
  readonly throwOnError?: Throws;
}

type ModuleCalls<M extends ModuleContract, Throws extends boolean> = {
  readonly [K in keyof M['operations']]: Call<M['operations'][K], Throws>;
};

export type Client<Throws extends boolean = false> = {
  readonly [M in (typeof moduleTable)[number] as ModuleKey<M['name']>]: ModuleCalls<M, Throws>;
} & {
  /** Makes the same client for another token; null sends none. */
  readonly withToken: (token: string | null) => Client<Throws>;
};

async function call(options: ClientOptions, operation: Operation, input: Parameters<typeof requestOf>[1] = {}) {
  const authorization = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
  const { path, init } = requestOf(operation, input, { ...options.headers, ...authorization });
  const response = await (options.fetch ?? fetch)(options.baseUrl.replace(/\/+$/, '') + path, init);
  const answer = await readAnswer(response, operation);
  if (options.throwOnError && !answer.ok) throw new KeelsonError(answer);
  return answer;
}

/** Each operation is a function of the same name: `client.session.close({ body: identifier })`. */
export function createClient<const Throws extends boolean = false>(options: ClientOptions<Throws>): Client<Throws> {
  const calls = moduleTable.map(({ name, operations }) => [
    moduleKey(name),
    Object.fromEntries(
      Object.entries<Operation>(operations).map(([key, operation]) => [
        key,
        (input?: Parameters<typeof requestOf>[1]) => call(options, operation, input),
      ]),
    ),
  ]);
  const withToken = (token: string | null): Client<Throws> => {
    const { token: _former, ...rest } = options;
    return createClient<Throws>(token === null ? rest : { ...rest, token });
  };
  // The loop above makes exactly the functions that the mapped type names; the compiler cannot follow it.
  const client: unknown = { ...Object.fromEntries(calls), withToken };
  return client as Client<Throws>;
}
