// Shows the log of mails: to whoever may see all of the tenant's, and to everybody what he caused.
import { mailSortStandard, resolvePageable, type SvcNotificationMailQueryModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { toSvcMail } from './mail.wire.ts';
import { type MailQuery, pageMails } from './mail-log.store.ts';

const MAIL_VIEW = 'NOTIFICATION_MAIL_VIEW';

export function createMailLogService({ database, clock }: Pick<Kernel, 'database' | 'clock'>) {
  const now = () => new Date(clock.now());
  return {
    async page({ caller }: Act, model: SvcNotificationMailQueryModel) {
      const pageable = resolvePageable(model.pageable, mailSortStandard);
      const { rows, total } = await pageMails(database, queryOf(caller, model, now()), pageable);
      return pageBody(rows.map(toSvcMail), total, pageable);
    },
  };
}

export type MailLogService = ReturnType<typeof createMailLogService>;

/** A caller without the authority sees the mails that he caused. */
export function queryOf(caller: Caller, model: Omit<SvcNotificationMailQueryModel, 'pageable'>, now: Date): MailQuery {
  return {
    tenantIdentifier: caller.tenantIdentifier,
    createdBy: caller.holds(MAIL_VIEW) ? null : caller.username,
    statusList: model.statusList ?? null,
    recipient: model.recipient ?? null,
    username: model.username ?? null,
    templateCode: model.templateCode ?? null,
    category: model.category ?? null,
    messageId: model.messageId ?? null,
    uuidList: model.uuidList ?? null,
    errorCode: model.errorCode ?? null,
    metadata: model.metadata ?? null,
    groupUuid: model.groupUuid ?? null,
    dateCreatedFrom: model.dateCreatedFrom ?? null,
    dateCreatedTo: model.dateCreatedTo ?? null,
    now,
  };
}
