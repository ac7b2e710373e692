// Answers the caller's tree: compared by its tag before anything is made, then taken from the finished ones, else made.
import type { PreparedAnswer, Unchanged } from '@keelson/contract';
import { isKnownTag } from '../../../kernel/http/answer/entity-tag.ts';
import { envelopeOf } from '../../../kernel/http/answer/envelope.ts';
import { acceptsGzip } from '../../../kernel/http/exchange/accept.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { languagesOf } from '../../../kernel/request/languages.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { languagesAmong } from '../records/name-for.ts';
import { type MenuPerson, personOf, type ReadUserState } from '../records/person.store.ts';
import type { CompiledMenu } from '../view/compiled-menus.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { tagOf } from '../view/tag-of.ts';
import { type AskedTree, type Prunings, writeTree } from '../view/write-tree.ts';
import { createFinishedTrees } from './finished-trees.ts';

export interface OwnTree {
  readonly body: PreparedAnswer | Unchanged;
  readonly etag: string;
}

/** Lists items that the favorites of a person are bound to. */
export type ListBoundItems = (person: MenuPerson) => Promise<ReadonlySet<string>>;

const TREE_BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1] as const;
const nobody: ReadonlySet<string> = new Set();

/** Compares tags before anything is made. `*` matches any existing tree, which is not known yet. */
function hasTag(context: Context, etag: string): boolean {
  const known = context.header('if-none-match');
  return known !== null && known.trim() !== '*' && isKnownTag(known, etag);
}

/** Answers trees of the revision in memory; APP_NAME_NOT_FOUND for an application that is unknown or not seen. */
export function createOwnTrees({
  metrics,
  snapshot,
  prunings,
  readUserState,
  listBoundItems,
  cacheMebibytes,
}: Pick<Kernel, 'metrics'> & {
  readonly snapshot: MenuSnapshot;
  readonly prunings: Prunings;
  readonly readUserState: ReadUserState;
  readonly listBoundItems: ListBoundItems;
  readonly cacheMebibytes: () => number;
}): (act: Act, appName: string | undefined) => Promise<OwnTree> {
  const unchanged = metrics.counter({ name: 'menu_not_modified_total', help: 'Trees that their clients had already.' });
  const seconds = metrics.histogram({
    name: 'menu_tree_seconds',
    help: 'Time to make a tree that was not finished yet.',
    buckets: TREE_BUCKETS_SECONDS,
  });
  const finished = createFinishedTrees({ metrics, sizeMebibytes: cacheMebibytes });
  // A restored database counts its revisions again.
  snapshot.onChange((_, reloaded) => (reloaded ? finished.clear() : undefined));
  const write = (caller: Caller, menu: CompiledMenu, asked: AskedTree): string => {
    const endTimer = seconds.startTimer();
    const json = writeTree(menu, prunings.of(menu, menu.holdingOf(caller)), asked);
    endTimer();
    return envelopeOf(json ?? failNotFound('APP_NAME_NOT_FOUND', { name: asked.appName }));
  };

  return async ({ caller, context }, appName) => {
    const person = personOf(caller);
    const { favoritesVersion } = await readUserState(person);
    const menu = snapshot.menuOf(caller.tenantIdentifier);
    const { revision, tenant } = menu.view;
    const languages = languagesAmong(menu.view.languages, languagesOf(caller, context));
    const owner = favoritesVersion === 0 ? '' : person.usernameFolded;
    const encoding = acceptsGzip(context.header('accept-encoding')) ? 'gzip' : null;
    const parts = [revision, tenant, appName ?? '', menu.holdingOf(caller).key, languages, owner, favoritesVersion];
    const etag = tagOf(parts, encoding === null ? '' : '-gzip');
    if (hasTag(context, etag)) {
      unchanged.inc();
      return { body: { unchanged: true }, etag };
    }
    const preparedAnswer = await finished.get(etag, encoding, async () => {
      const favorites = favoritesVersion === 0 ? nobody : await listBoundItems(person);
      return write(caller, menu, { appName, languages, favorites });
    });
    return { body: { preparedAnswer, encoding }, etag };
  };
}
