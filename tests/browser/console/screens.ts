// Knows the screens of the console by its sources.
import { readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(`apps/console/src/${file}`, root), 'utf8');

/** Reads the paths of all screens that stand alone, which need no record in their address. */
export function screenPaths(): readonly string[] {
  const built = [...read('app/routes.tsx').matchAll(/page: '(\w+)'/g)].map(([, page]) => page!);
  const table = new Map(
    [...read('lib/address.ts').matchAll(/^ {2}(\w+): '([^']+)',$/gm)].map(([, page, path]) => [page!, path!]),
  );
  return built
    .map((page) => table.get(page)!)
    .filter((path) => !path.includes('$'))
    .map((path) => `/platform${path === '/' ? '' : path}`);
}
