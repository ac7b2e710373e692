// Answers the contract operations that write and look through values of tenants and of all.
import type { Revisioned } from '../../../kernel/records/revisioned.ts';
import { translatedProblems } from '../../../kernel/request/translated-arguments.ts';
import { createCatchUpFirst, withRevision } from '../client-revision.ts';
import type { SettingIndex } from '../snapshot/setting-index.ts';
import type { SettingHandlers } from '../system-setting.types.ts';
import type { createValueService } from './value.service.ts';
import { pageValues } from './value-page.ts';

export function createValueHandlers({
  values,
  index,
  revisioned,
}: {
  readonly values: ReturnType<typeof createValueService>;
  readonly index: SettingIndex;
  readonly revisioned: Revisioned;
}): SettingHandlers<'setValue' | 'setValues' | 'validateValues' | 'revertValue' | 'queryValuePage'> {
  const current = createCatchUpFirst(revisioned);
  return {
    setValue: current(async ({ act, body: model }) => {
      const { body, revision } = await values.set(act, model);
      return withRevision(body, revision);
    }),
    setValues: current(async ({ act, body: models }) => {
      const { body, revision } = await values.setAll(act, models);
      return withRevision(body, revision);
    }),
    validateValues: current(async ({ act, body }) =>
      translatedProblems(await values.validate(act, body), act.context.language),
    ),
    revertValue: current(async ({ act, params, query }) => {
      const { tenant, ...rest } = query;
      const asked = { code: params.code, ...rest, ...(tenant === undefined ? {} : { tenantIdentifier: tenant }) };
      return withRevision(undefined, await values.revert(act, asked));
    }),
    queryValuePage: current(({ act, body }) => pageValues(index, act.caller, body)),
  };
}
