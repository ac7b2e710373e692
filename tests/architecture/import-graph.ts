// Finds who imports whom among files and among the rooms of a folder; imports of types count like all others.
import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

/** Holds for each node those that it imports. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const relativeImport = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** Finds the paths that a file imports, from the root of the repository. */
function importsOf({ path, text }: SourceFile): readonly string[] {
  return [...text.matchAll(relativeImport)].map((match) => posix.join(posix.dirname(path), match[1]!));
}

/** Finds the imports between the files given; what lies elsewhere is left out. */
export function fileGraph(files: readonly SourceFile[]): Graph {
  const known = new Set(files.map(({ path }) => path));
  return new Map(files.map((file) => [file.path, new Set(importsOf(file).filter((path) => known.has(path)))]));
}

/** Finds the node of a path inside of a folder: the file itself, or the room that it lies in, written with a slash behind. */
function roomOf(folder: string, path: string): string | null {
  if (!path.startsWith(`${folder}/`)) return null;
  const rest = path.slice(folder.length + 1);
  const slash = rest.indexOf('/');
  return slash === -1 ? path : `${folder}/${rest.slice(0, slash + 1)}`;
}

/** Finds the imports between the rooms of a folder and the files that lie in it directly. */
export function roomGraph(folder: string, files: Graph): Graph {
  const rooms = new Map<string, Set<string>>();
  for (const [path, imports] of files) {
    const from = roomOf(folder, path);
    if (from === null) continue;
    const reached = rooms.get(from) ?? new Set();
    rooms.set(from, reached);
    for (const to of imports) {
      const room = roomOf(folder, to);
      if (room !== null && room !== from) reached.add(room);
    }
  }
  return rooms;
}

/** Groups of nodes that reach each other in a circle, each sorted (Tarjan's strongly connected components of more than one). */
export function circles(graph: Graph): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const found: (readonly string[])[] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.get(node)!);
    stack.push(node);
    onStack.add(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) {
        visit(next);
        lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!));
      } else if (onStack.has(next)) lowest.set(node, Math.min(lowest.get(node)!, order.get(next)!));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const members = stack.splice(stack.indexOf(node));
    for (const member of members) onStack.delete(member);
    if (members.length > 1) found.push(members.sort());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}
