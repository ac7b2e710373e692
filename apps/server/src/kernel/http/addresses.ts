// Collects the addresses of all operations, each once (every prefix and alias), and knows which methods an address takes.
import type { ModuleContract, Operation } from '@keelson/contract';
import type { Config, ModuleName } from '../process/config.ts';

export interface Address {
  readonly module: string;
  /** Key of the operation in its module. */
  readonly key: string;
  readonly operation: Operation;
  /** Parameters are written as `{name}`. */
  readonly path: string;
}

/** Method and path with parameter names left out; two operations that share it could not be distinguished. */
function shapeOf(method: string, path: string): string {
  return `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`;
}

/** Collects the addresses; throws a sentence that names both operations when one is taken twice. */
export function collectAddresses(
  contracts: readonly ModuleContract[],
  prefixes: Config['prefixes'],
): readonly Address[] {
  const taken = new Map<string, Address>();
  for (const contract of contracts) {
    const before = ['', ...contract.prefixes, ...(prefixes[contract.name as ModuleName] ?? [])];
    for (const [key, operation] of Object.entries(contract.operations)) {
      for (const path of [operation.path, ...(operation.aliases ?? [])]) {
        for (const prefix of before) {
          const address = { module: contract.name, key, operation, path: prefix + path };
          const shape = shapeOf(operation.method, address.path);
          const other = taken.get(shape);
          if (other !== undefined && (other.module !== contract.name || other.key !== key)) {
            throw new Error(
              `${shape} belongs to ${other.module} ${other.key} and to ${contract.name} ${key}; set another prefix.`,
            );
          }
          taken.set(shape, address);
        }
      }
    }
  }
  return [...taken.values()];
}

/**
 * Answers which methods the address of a request takes, for 404 or 405; only ever asked when no route was found. A path that
 * ends with `*` stands for every path that goes on there.
 */
export function createMethodFinder(
  routes: readonly { readonly method: string; readonly path: string }[],
): (path: string) => readonly string[] {
  const tails = routes.filter(({ path }) => path.endsWith('/*'));
  const byLength = new Map<number, { method: string; segments: readonly string[] }[]>();
  for (const { method, path } of routes) {
    const segments = path.split('/');
    const same = byLength.get(segments.length);
    if (same === undefined) byLength.set(segments.length, [{ method, segments }]);
    else same.push({ method, segments });
  }
  return (path) => {
    const asked = path.split('/');
    const methods = new Set(
      tails.filter((tail) => path.startsWith(tail.path.slice(0, -1))).map(({ method }) => method),
    );
    for (const { method, segments } of byLength.get(asked.length) ?? []) {
      if (
        segments.every((segment, index) => segment === asked[index] || (segment.includes('{') && asked[index] !== ''))
      ) {
        methods.add(method);
      }
    }
    return [...methods].sort();
  };
}
