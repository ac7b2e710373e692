// Finds pages by name, keyword and path, whatever the case, the accents and the dots of the letters.
import type { SvcMenuHitModel, SvcMenuSearchModel } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import { languagesAmong, languagesOf, nameFor } from '../records/name-for.ts';
import type { TreeService } from '../tree/tree.service.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import type { MenuApp, MenuNode, MenuView } from '../view/menu-view.ts';
import { openableItems } from '../view/shown-items.ts';

const HITS = 20;
/** Languages whose folded texts are kept with a view. */
const LANGUAGES_KEPT_MAX = 8;

/** Letters as they are looked for: no marks, lower case, and one `i` for all four of them. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i');
}

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

/** The lower the better; null: no hit. */
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

export interface MenuSearch {
  search(caller: Caller, context: Context, model: SvcMenuSearchModel): Promise<SvcMenuHitModel[]>;
}

export function createMenuSearch(deps: {
  readonly snapshot: MenuSnapshot;
  readonly trees: Pick<TreeService, 'catchUp'>;
}): MenuSearch {
  const { snapshot, trees } = deps;
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
    async search(caller, context, { text, limit }) {
      const wanted = foldText(text).trim();
      if (wanted === '') invalid({ field: 'text', code: 'REQUIRED', message: 'Has no letter to look for.' });
      await trees.catchUp(context);
      const { view } = snapshot.menuOf(caller.tenantIdentifier);
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
      // Stable: equal ranks stay in the order of the tree.
      hits.sort((left, right) => left.rank - right.rank);
      return hits.slice(0, limit ?? HITS).map(({ app, index }) => hitOf(app, index, languages));
    },
  };
}
