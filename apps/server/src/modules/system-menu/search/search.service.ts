// Finds pages by name, keyword and path, whatever the case, the accents and the dots of the letters.
import type { SvcMenuHitModel, SvcMenuSearchModel } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import { languagesOf } from '../../../kernel/request/languages.ts';
import { foldText } from '../../../kernel/text/fold-text.ts';
import { languagesAmong, nameFor } from '../records/name-for.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import type { MenuApp, MenuNode, MenuView } from '../view/menu-view.ts';
import { openableItems } from '../view/shown-items.ts';

const HITS = 20;
/** Languages whose folded texts are kept with a view. */
const LANGUAGES_KEPT_MAX = 8;

interface FoldedItem {
  readonly name: string;
  readonly keywords: readonly string[];
  readonly path: string;
}
type FoldedView = ReadonlyMap<string, readonly FoldedItem[]>;

function foldView({ apps }: MenuView, languages: readonly string[]): FoldedView {
  return new Map(
    apps.map(({ app, nodes }) => [
      app.uuid,
      nodes.map(({ item }) => ({
        name: foldText(nameFor(item, languages)),
        keywords: item.keywordList.map(foldText),
        path: foldText(item.path ?? item.externalUrl ?? ''),
      })),
    ]),
  );
}

function beginsWord(name: string, wanted: string): boolean {
  for (let at = name.indexOf(wanted); at > 0; at = name.indexOf(wanted, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(name[at - 1]!)) return true;
  }
  return false;
}

/** Ranks a hit, the lower the better; null for none. */
function rankOf({ name, keywords, path }: FoldedItem, wanted: string): number | null {
  const at = name.indexOf(wanted);
  if (at === 0) return 0;
  if (at > 0) return beginsWord(name, wanted) ? 1 : 2;
  if (keywords.some((keyword) => keyword.includes(wanted))) return 3;
  return path.includes(wanted) ? 4 : null;
}

function hitOf({ app, nodes }: MenuApp, index: number, languages: readonly string[]): SvcMenuHitModel {
  const above: string[] = [];
  for (let at = nodes[index]!.parent; at >= 0; at = nodes[at]!.parent)
    above.unshift(nameFor(nodes[at]!.item, languages));
  return {
    node: nodeOf(nodes[index]!, languages),
    appName: app.name,
    breadcrumbList: [nameFor(app, languages), ...above],
  };
}

function nodeOf({ item }: MenuNode, languages: readonly string[]): SvcMenuHitModel['node'] {
  const { uuid, name, path, externalUrl, target, icon, badgeCode } = item;
  return {
    uuid,
    name,
    displayName: nameFor(item, languages),
    ...(path === null ? {} : { path }),
    ...(externalUrl === null ? {} : { externalUrl }),
    ...(target === '_self' ? {} : { target }),
    ...(icon === null ? {} : { icon }),
    ...(badgeCode === null ? {} : { badgeCode }),
  };
}

export function createSearchService({ snapshot }: { readonly snapshot: MenuSnapshot }) {
  const folded = new WeakMap<MenuView, Map<string, FoldedView>>();
  const foldedOf = (view: MenuView, languages: readonly string[]): FoldedView => {
    let byLanguage = folded.get(view);
    if (byLanguage === undefined || byLanguage.size >= LANGUAGES_KEPT_MAX) {
      byLanguage = new Map();
      folded.set(view, byLanguage);
    }
    const key = languages.join();
    const known = byLanguage.get(key) ?? foldView(view, languages);
    byLanguage.set(key, known);
    return known;
  };

  return {
    async search(act: Act, { text, limit }: SvcMenuSearchModel): Promise<SvcMenuHitModel[]> {
      const { caller, context } = act;
      const wanted = foldText(text).trim();
      if (wanted === '') invalid({ field: 'text', code: 'REQUIRED', message: 'Has no letter to look for.' });
      const { view } = await snapshot.menuFor(act);
      const held = view.pairs.heldBy(caller);
      const languages = languagesAmong(view.languages, languagesOf(caller, context));
      const texts = foldedOf(view, languages);
      const hits: { readonly app: MenuApp; readonly index: number; readonly rank: number }[] = [];
      for (const app of view.apps) {
        const openable = openableItems(app, held);
        for (const [index, one] of (texts.get(app.app.uuid) ?? []).entries()) {
          const rank = openable[index] === 1 ? rankOf(one, wanted) : null;
          if (rank !== null) hits.push({ app, index, rank });
        }
      }
      // The sort is stable: equal ranks stay in the order of the tree.
      hits.sort((left, right) => left.rank - right.rank);
      return hits.slice(0, limit ?? HITS).map(({ app, index }) => hitOf(app, index, languages));
    },
  };
}
