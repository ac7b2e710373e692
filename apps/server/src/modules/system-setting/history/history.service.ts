// Shows the history, and restores a value as a new change.
import {
  resolvePageable,
  type SvcSettingHistoryModel,
  type SvcSettingHistoryQueryModel,
  type SvcSettingRollbackModel,
  type settingHistorySort,
  settingHistorySortStandard,
} from '@keelson/contract';
import type { Database } from '../../../kernel/database/database.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { SECRET_MASK } from '../../../kernel/settings/setting-value.ts';
import { findHistoryRow, type HistoryRow, pageHistory } from '../records/history.store.ts';
import { reachedTenants } from '../shown/reach.ts';
import type { SettingIndex } from '../snapshot/setting-index.ts';
import type { ValueFeature } from '../value/feature.ts';

type SortProperty = (typeof settingHistorySort)[number];

function toModel(row: HistoryRow): SvcSettingHistoryModel {
  const { uuid, revision, code, scope, tenantIdentifier, username, action, secret } = row;
  const mask = secret ? SECRET_MASK : null;
  return {
    uuid,
    revision,
    code,
    scope,
    tenantIdentifier,
    username,
    action,
    oldValue: mask ?? row.oldValue,
    newValue: mask ?? row.newValue,
    reason: row.reason,
    updatedBy: row.updatedBy,
    ipAddress: row.ipAddress,
    correlationId: row.correlationId,
    date: row.date.toISOString(),
  };
}

export function createHistoryService({
  database,
  index,
  setValue,
}: {
  readonly database: Database;
  readonly index: SettingIndex;
  readonly setValue: ValueFeature['api']['set'];
}) {
  return {
    async page({ caller }: Pick<Act, 'caller'>, model: SvcSettingHistoryQueryModel) {
      const request = resolvePageable<SortProperty>(model.pageable, settingHistorySortStandard);
      const code =
        model.code === null || model.code === undefined ? null : (index.find(model.code)?.code ?? model.code);
      const tenants = reachedTenants(caller, model.tenantIdentifier);
      const { rows, total } = await pageHistory(database, { ...model, code, tenants }, request);
      return pageBody(rows.map(toModel), total, request);
    },
    /** Puts the old value of a history row back as a new change. */
    async rollback(act: Act, { uuid, version, reason }: SvcSettingRollbackModel & { readonly uuid: string }) {
      const row = await findHistoryRow(database, uuid);
      const foreign = row?.tenantIdentifier != null && row.tenantIdentifier !== act.caller.tenantIdentifier;
      if (row === null || (foreign && !act.caller.holds('TENANT_ALL')))
        failNotFound('SETTING_HISTORY_NOT_FOUND', { uuid });
      const { scope, code, tenantIdentifier } = row;
      const restorable =
        scope !== null && scope !== 'USER' && !row.secret && index.find(code)?.definition?.enabled === true;
      if (!restorable) fail('SETTING_HISTORY_NOT_RESTORABLE');
      const model = {
        code,
        scope,
        tenantIdentifier,
        value: row.oldValue,
        version: version ?? null,
        reason: reason ?? null,
      };
      return setValue(act, model, 'ROLLBACK');
    },
  };
}
