// Lists every address of every operation as the contract declares it, and makes clients that call an operation at one of them.
import { type Client, createClient } from '@keelson/client';
import { type ModuleContract, modules, type Operation } from '@keelson/contract';

export interface Entry {
  /** Joins module and key. */
  readonly id: string;
  readonly key: string;
  readonly module: ModuleContract;
  readonly operation: Operation;
}

export interface Address extends Entry {
  readonly path: string;
}

export const entries: readonly Entry[] = modules.flatMap((module) =>
  Object.entries(module.operations).map(([key, operation]) => ({
    id: `${module.name} ${key}`,
    key,
    module,
    operation,
  })),
);

/** An operation answers at the root, under each prefix and at each alias. */
export const addresses: readonly Address[] = entries.flatMap((entry) =>
  ['', ...entry.module.prefixes].flatMap((prefix) =>
    [entry.operation.path, ...(entry.operation.aliases ?? [])].map((path) => ({ ...entry, path: prefix + path })),
  ),
);

/** Fills each parameter of an address with something that is not there. */
export function filled(path: string): string {
  return path.replaceAll(/\{[^}]+\}/g, 'not-there');
}

type Send = (address: URL, init: RequestInit) => Promise<Response>;

export interface AddressedClient {
  readonly client: Client<true>;
  /** Counts how often the address was called. */
  hits(): number;
}

/** Makes a client whose calls of this operation go to this address, by `send`; its other calls go to the root. */
export function clientAt(url: string, token: string | null, { operation, path }: Address, send: Send): AddressedClient {
  const pattern = new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`);
  let hits = 0;
  const client = createClient({
    baseUrl: url,
    ...(token === null ? {} : { token }),
    throwOnError: true,
    fetch(input, init) {
      const address = new URL(String(input));
      const values = pattern.exec(address.pathname);
      if (values !== null && init?.method === operation.method) {
        hits += 1;
        let next = 0;
        address.pathname = path.replaceAll(/\{[^}]+\}/g, () => {
          next += 1;
          return values[next] ?? '';
        });
        return send(address, init);
      }
      return fetch(address, init);
    },
  });
  return { client, hits: () => hits };
}
