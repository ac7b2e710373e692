// Orders the templates of a document so that each comes after those that it uses, and finds cycles.

/** One template of the document with the codes that it names. */
export interface OrderedItem {
  readonly code: string;
  readonly uses: readonly string[];
}

/**
 * Orders templates by what they use: `usesOf` answers that for templates outside of the document. Those on a cycle are
 * named, and stand in the order wherever they were met.
 */
export function orderByUse<T extends OrderedItem>(
  items: readonly T[],
  usesOf: (code: string) => readonly string[],
): { readonly order: readonly T[]; readonly circular: ReadonlySet<string> } {
  const byCode = new Map(items.map((item) => [item.code, item]));
  const order: T[] = [];
  const circular = new Set<string>();
  const done = new Set<string>();
  for (const { code: start } of items) {
    // A stack of its own, since a chain of templates may be longer than that of the program.
    const way: { readonly code: string; readonly waiting: string[] }[] = [];
    const enter = (code: string): void => {
      const at = way.findIndex((one) => one.code === code);
      if (at >= 0) for (const one of way.slice(at)) circular.add(one.code);
      if (at >= 0 || done.has(code)) return;
      way.push({ code, waiting: [...(byCode.get(code)?.uses ?? usesOf(code))] });
    };
    enter(start);
    for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
      const next = last.waiting.pop();
      if (next !== undefined) {
        enter(next);
        continue;
      }
      way.pop();
      done.add(last.code);
      const item = byCode.get(last.code);
      if (item !== undefined) order.push(item);
    }
  }
  return { order, circular };
}
