// Shows the menu as others see it: trees of a named user or of a set of grants, with reasons.
import type { PreparedJson, SvcMenuPreviewModel, SvcMenuVisibilityModel } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { type Caller, grantKey } from '../../../kernel/request/caller.ts';
import { languagesOf, preferredLanguages } from '../../../kernel/request/languages.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { AuthenticationApi } from '../../authentication/api.ts';
import type { Grants } from '../records/condition.ts';
import type { GrantPair } from '../records/menu-record.types.ts';
import { languagesAmong } from '../records/name-for.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { pruneView, writeTree } from '../view/write-tree.ts';
import { explainVisibility } from './explain-visibility.ts';

const present = (values: readonly (string | null)[]): ReadonlySet<string> =>
  new Set(values.filter((value) => value !== null));

/** Makes grants; a pair with one half holds only that half, and matches no condition that needs both. */
function grantsOf(pairs: readonly GrantPair[], roles: readonly string[] = []): Grants {
  return {
    roles: present([...roles, ...pairs.map(({ role }) => role)]),
    authorities: present(pairs.map(({ authority }) => authority)),
    grants: present(
      pairs.map(({ role, authority }) => (role === null || authority === null ? null : grantKey(role, authority))),
    ),
  };
}

export function createPreviewService({
  snapshot,
  findUserGrants,
}: {
  readonly snapshot: MenuSnapshot;
  readonly findUserGrants: AuthenticationApi['findUserGrants'];
}) {
  const grantsOfUser = async ({ tenantIdentifier }: Caller, username: string): Promise<Grants> => {
    const { roles, authorities } =
      (await findUserGrants(tenantIdentifier, username)) ?? failNotFound('USER_NOT_FOUND', { username });
    return grantsOf(authorities, roles);
  };
  const asked = (caller: Caller, { username, authorityList }: SvcMenuPreviewModel): Promise<Grants> | Grants => {
    if (username != null) return grantsOfUser(caller, username);
    return grantsOf((authorityList ?? []).map(({ role = null, authority = null }) => ({ role, authority })));
  };

  return {
    async preview(act: Act, model: SvcMenuPreviewModel): Promise<PreparedJson> {
      const { caller, context } = act;
      const grants = await asked(caller, model);
      const menu = await snapshot.menuFor(act);
      const { view } = menu;
      const languages = model.locale == null ? languagesOf(caller, context) : preferredLanguages(model.locale);
      const preparedJson = writeTree(menu, pruneView(view, view.pairs.heldBy(grants)), {
        appName: model.appName ?? undefined,
        favorites: new Set(),
        languages: languagesAmong(view.languages, languages),
      });
      return preparedJson === null ? failNotFound('APP_NAME_NOT_FOUND', { name: model.appName }) : { preparedJson };
    },
    /** Explains visibility; for the caller where no user is named. */
    async explain(
      act: Act,
      { uuid, username }: { readonly uuid: string; readonly username?: string | undefined },
    ): Promise<SvcMenuVisibilityModel> {
      const grants = username === undefined ? act.caller : await grantsOfUser(act.caller, username);
      const { view } = await snapshot.menuFor(act);
      return explainVisibility(view, uuid, grants) ?? failNotFound('MENU_ITEM_NOT_FOUND', { uuid });
    },
  };
}
