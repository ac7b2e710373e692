// Lets operators suppress addresses.
import {
  resolvePageable,
  type SvcNotificationSuppressionModelInput,
  type SvcNotificationSuppressionQueryModel,
  suppressionSortStandard,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { type ArgumentProblem, invalid } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { parseMailAddress } from '../../../kernel/text/mail-address.ts';
import { suppressionEvents } from '../suppression.events.ts';
import type { SuppressionReason } from './record/find-refusal.ts';
import { removeSuppressions, saveSuppression, suppressions } from './record/suppression.store.ts';

/** Reasons that a removal need not name, since the owner of the address did not ask for them. */
const REMOVED_UNNAMED: readonly SuppressionReason[] = ['HARD_BOUNCE', 'MANUAL'];

const addressProblem = (field: string): ArgumentProblem => ({
  field,
  code: 'INVALID_EMAIL_ADDRESS',
  message: 'One mail address, for example name@example.org.',
});

export function createSuppressionService({ database, clock, ids }: Pick<Kernel, 'database' | 'clock' | 'ids'>) {
  function read({ address: typed, expireDate: given }: SvcNotificationSuppressionModelInput) {
    const address = parseMailAddress(typed);
    const expireDate = given == null ? null : new Date(given);
    const problems: ArgumentProblem[] = address === null ? [addressProblem('address')] : [];
    if (expireDate !== null && expireDate.getTime() <= clock.now())
      problems.push({ field: 'expireDate', code: 'DATE_IN_PAST', message: 'Must lie in the future.' });
    if (address === null || problems.length > 0) return invalid(...problems);
    return { address, expireDate };
  }

  return {
    async page({ caller }: Act, model: SvcNotificationSuppressionQueryModel) {
      const pageable = resolvePageable(model.pageable, suppressionSortStandard);
      const query = { ...model, now: new Date(clock.now()) };
      const { rows, total } = await suppressions.page(database, caller, query, pageable);
      const models = rows.map((row) => {
        const { tenantIdentifier: _own, ...shown } = suppressions.toModel(row);
        return shown;
      });
      return pageBody(models, total, pageable);
    },

    save(act: Act, model: SvcNotificationSuppressionModelInput): Promise<void> {
      const { address, expireDate } = read(model);
      const { reason, group } = { reason: model.reason ?? 'MANUAL', group: model.group ?? null };
      const { tenantIdentifier, username: by } = act.caller;
      return act.once((claim) =>
        database.transaction(async (tx) => {
          const one = { uuid: ids.uuidV7(), tenantIdentifier, address, reason, group, expireDate, by };
          const isChanged = await saveSuppression(tx, { ...one, now: new Date(clock.now()) });
          if (isChanged)
            await act.record(tx, suppressionEvents.suppressionAdded, address, { reason, group, expireDate });
          await claim.save(tx, undefined);
        }),
      );
    },

    async remove(
      act: Act,
      typed: string,
      { reason, group }: { readonly reason?: SuppressionReason | null; readonly group?: string | null },
    ): Promise<void> {
      const address = parseMailAddress(typed) ?? invalid(addressProblem('path.address'));
      const reasons = reason == null ? REMOVED_UNNAMED : [reason];
      await database.transaction(async (tx) => {
        const of = { tenantIdentifier: act.caller.tenantIdentifier, address };
        const removed = await removeSuppressions(tx, of, reasons, group ?? null);
        if (removed.length === 0) failNotFound('SUPPRESSION_NOT_FOUND', { address, reason, group });
        await act.record(tx, suppressionEvents.suppressionRemoved, address, { removed });
      });
    },
  };
}

export type SuppressionService = ReturnType<typeof createSuppressionService>;
