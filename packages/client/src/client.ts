// A typed client for every operation of the suite, made from the contract itself.
import { moduleKey, moduleTable, type Operation } from '@keelson/contract';
import { shapeOf } from './shape.ts';
import { type Calls, type CallTable, type ClientOptions, createTableClient } from './table-client.ts';

export type Client<Throws extends boolean = false> = Calls<Throws> & {
  /** Makes the same client for another token; null sends none. */
  readonly withToken: (token: string | null) => Client<Throws>;
};

/** Makes the table of all operations of the contract, by module and key. */
export function callTable(): CallTable {
  const modules = moduleTable.map(({ name, operations }) => {
    const shapes = Object.entries<Operation>(operations).map(([key, operation]) => [key, shapeOf(operation)]);
    return [moduleKey(name), Object.fromEntries(shapes)];
  });
  return Object.fromEntries(modules);
}

let wholeTable: CallTable | undefined;

/** Each operation is a function of the same name: `client.session.close({ body: identifier })`. */
export function createClient<const Throws extends boolean = false>(options: ClientOptions<Throws>): Client<Throws> {
  wholeTable ??= callTable();
  const withToken = (token: string | null): Client<Throws> => {
    const { token: _former, ...rest } = options;
    return createClient<Throws>(token === null ? rest : { ...rest, token });
  };
  return { ...createTableClient<Throws>(wholeTable, options), withToken };
}
