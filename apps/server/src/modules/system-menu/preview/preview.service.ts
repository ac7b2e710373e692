// The menu as others see it: trees of a named user or of a set of grants, and the reasons behind them.
import type { PreparedJson, SvcMenuPreviewModel, SvcMenuVisibilityModel } from '@keelson/contract';
import { type Caller, grantKey } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import type { AuthenticationApi } from '../../authentication/api.ts';
import type { Grants } from '../records/condition.ts';
import type { GrantPair } from '../records/menu-record.types.ts';
import { languagesAmong, languagesOf, preferredLanguages } from '../records/name-for.ts';
import type { TreeService } from '../tree/tree.service.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { pruneView, writeTree } from '../view/write-tree.ts';
import { explainVisibility } from './explain-visibility.ts';

export interface PreviewService {
  preview(caller: Caller, context: Context, model: SvcMenuPreviewModel): Promise<PreparedJson>;
  /** Of the caller where no user is named. */
  explain(
    caller: Caller,
    context: Context,
    uuid: string,
    username: string | undefined,
  ): Promise<SvcMenuVisibilityModel>;
}

export interface PreviewDependencies {
  readonly snapshot: MenuSnapshot;
  readonly trees: Pick<TreeService, 'catchUp'>;
  readonly findUserGrants: AuthenticationApi['findUserGrants'];
}

const present = (values: readonly (string | null)[]): ReadonlySet<string> =>
  new Set(values.filter((value) => value !== null));

/** A pair with one half holds that half alone: it matches no condition that asks for both. */
function grantsOf(pairs: readonly GrantPair[], roles: readonly string[] = []): Grants {
  return {
    roles: present([...roles, ...pairs.map(({ role }) => role)]),
    authorities: present(pairs.map(({ authority }) => authority)),
    grants: present(
      pairs.map(({ role, authority }) => (role === null || authority === null ? null : grantKey(role, authority))),
    ),
  };
}

export function createPreviewService({ snapshot, trees, findUserGrants }: PreviewDependencies): PreviewService {
  const grantsOfUser = async ({ tenantIdentifier }: Caller, username: string): Promise<Grants> => {
    const { roles, authorities } = (await findUserGrants(tenantIdentifier, username)) ?? fail('USER_NOT_FOUND');
    return grantsOf(authorities, roles);
  };
  const asked = (caller: Caller, { username, authorityList }: SvcMenuPreviewModel): Promise<Grants> | Grants => {
    if ((username == null) === (authorityList == null)) {
      const code = username == null ? 'REQUIRED' : 'NOT_ALLOWED';
      invalid({ field: 'username', code, message: 'Exactly one of username and authorityList is given.' });
    }
    if (username != null) return grantsOfUser(caller, username);
    return grantsOf((authorityList ?? []).map(({ role = null, authority = null }) => ({ role, authority })));
  };

  return {
    async preview(caller, context, model) {
      const grants = await asked(caller, model);
      await trees.catchUp(context);
      const menu = snapshot.menuOf(caller.tenantIdentifier);
      const { view } = menu;
      const languages = model.locale == null ? languagesOf(caller, context) : preferredLanguages(model.locale);
      const preparedJson = writeTree(menu, pruneView(view, view.pairs.heldBy(grants)), {
        appName: model.appName ?? undefined,
        favorites: new Set(),
        languages: languagesAmong(view.languages, languages),
      });
      return preparedJson === null ? fail('APP_NAME_NOT_FOUND') : { preparedJson };
    },
    async explain(caller, context, uuid, username) {
      const grants = username === undefined ? caller : await grantsOfUser(caller, username);
      await trees.catchUp(context);
      const { view } = snapshot.menuOf(caller.tenantIdentifier);
      return explainVisibility(view, uuid, grants) ?? fail('MENU_ITEM_NOT_FOUND', { errorArguments: [{ uuid }] });
    },
  };
}
