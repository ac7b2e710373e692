// Answers the contract operations of the values that users choose for themselves.
import type { Revisioned } from '../../../kernel/records/revisioned.ts';
import { createCatchUpFirst } from '../client-revision.ts';
import type { SettingHandlers } from '../system-setting.types.ts';
import type { createUserValueService } from './user-value.service.ts';

export function createUserValueHandlers({
  users,
  revisioned,
}: {
  readonly users: ReturnType<typeof createUserValueService>;
  readonly revisioned: Revisioned;
}): SettingHandlers<'getUserValues' | 'setUserValue' | 'revertUserValue'> {
  const current = createCatchUpFirst(revisioned);
  return {
    getUserValues: current(({ act }) => users.listOwn(act)),
    setUserValue: current(({ act, body }) => users.set(act, body)),
    revertUserValue: current(async ({ act, params, query }) => {
      await users.set(act, { code: params.code, value: null, version: query.version ?? null });
      return undefined;
    }),
  };
}
