// Writes trees as JSON: the text of each item is made once a language, and a tree joins such texts.

import { nameFor } from '../records/name-for.ts';
import type { MenuApp, MenuView } from './menu-view.ts';
import type { Shown } from './shown-items.ts';

/** Texts of one view, which are dropped with it. */
export type TreeTexts = ReturnType<typeof createTreeTexts>;

/** Languages whose texts are kept; further ones replace the least used. */
const LANGUAGES_KEPT_MAX = 8;

/** Writes an object without its closing brace; empty fields are left out. */
function openText(fields: Readonly<Record<string, unknown>>): string {
  const filled = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return JSON.stringify(Object.fromEntries(filled)).slice(0, -1);
}

function itemText({ nodes }: MenuApp, languages: readonly string[]): readonly string[] {
  return nodes.map(({ item }) => {
    const { uuid, name, path, externalUrl, target, icon, badgeCode } = item;
    const displayName = nameFor(item, languages);
    const targetField = target === '_self' ? null : target;
    return openText({ uuid, name, displayName, path, externalUrl, target: targetField, icon, badgeCode });
  });
}

function writeItems(
  { nodes }: MenuApp,
  shown: Shown,
  texts: readonly string[],
  favorites: ReadonlySet<string>,
): string {
  let text = '';
  /** Items with open braces, and whether they have children yet. */
  const open: { readonly index: number; hasChildren: boolean }[] = [];
  const close = (): void => {
    text += open.pop()!.hasChildren ? ']}' : '}';
  };
  for (let index = 0; index < nodes.length; ) {
    const { item, parent, end } = nodes[index]!;
    if (shown[index] === 0) {
      index = end;
      continue;
    }
    while (open.length > 0 && open.at(-1)!.index !== parent) close();
    const above = open.at(-1);
    if (above === undefined) text += text === '' ? '' : ',';
    else text += above.hasChildren ? ',' : ',"children":[';
    if (above !== undefined) above.hasChildren = true;
    text += texts[index];
    if (favorites.has(item.uuid)) text += ',"favorite":true';
    open.push({ index, hasChildren: false });
    index += 1;
  }
  while (open.length > 0) close();
  return text;
}

export function createTreeTexts({ apps }: MenuView) {
  const kept = new Map<string, ReadonlyMap<string, readonly string[]>>();
  const textsOf = (languages: readonly string[]) => {
    const key = languages.join();
    let texts = kept.get(key);
    if (texts === undefined) {
      if (kept.size >= LANGUAGES_KEPT_MAX) kept.clear();
      texts = new Map(apps.map((app) => [app.app.uuid, itemText(app, languages)]));
      kept.set(key, texts);
    }
    return texts;
  };
  return {
    /** Writes the application and the items that are shown; `favorites` are uuids of items. */
    write(app: MenuApp, shown: Shown, languages: readonly string[], favorites: ReadonlySet<string>): string {
      const { uuid, name, icon, path } = app.app;
      const head = openText({ uuid, name, displayName: nameFor(app.app, languages), icon, path });
      const items = writeItems(app, shown, textsOf(languages).get(uuid) ?? [], favorites);
      return `{"app":${head}},"itemList":[${items}]}`;
    },
  };
}
