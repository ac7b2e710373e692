// Shows the log of mails: all of the tenant to callers who may see all, otherwise those that the caller caused.
import {
  mailSortStandard,
  resolvePageable,
  type SvcNotificationMailCountModel,
  type SvcNotificationMailQueryModel,
  type SvcNotificationMailSelectionModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { toSvcAttempt, toSvcMail } from './mail.wire.ts';
import { countMails, findMail, listAttempts, type MailRow, pageMails } from './mail-log.store.ts';
import { ownerOf, queryOf, tenantOf } from './mail-query.ts';

export function createMailLogService({ database, clock }: Pick<Kernel, 'database' | 'clock'>) {
  const now = () => new Date(clock.now());
  const require = async ({ caller }: Act, uuid: string): Promise<MailRow> => {
    const by = { tenantIdentifier: tenantOf(caller), createdBy: ownerOf(caller), uuid };
    return (await findMail(database, by, now())) ?? failNotFound('MAIL_NOT_FOUND', { uuid });
  };
  return {
    one: async (act: Act, uuid: string) => toSvcMail(await require(act, uuid)),
    async page({ caller }: Act, model: SvcNotificationMailQueryModel) {
      const pageable = resolvePageable(model.pageable, mailSortStandard);
      const { rows, total } = await pageMails(database, queryOf(caller, model, now()), pageable);
      return pageBody(rows.map(toSvcMail), total, pageable);
    },
    async count({ caller }: Act, model: SvcNotificationMailSelectionModel): Promise<SvcNotificationMailCountModel[]> {
      return countMails(database, queryOf(caller, model, now()));
    },
    /** Answers the attempts of a mail of the tenant, the first one first; none where there is no such mail. */
    async attemptsOf(tenantIdentifier: string, uuid: string) {
      const mail = await findMail(database, { tenantIdentifier, createdBy: null, uuid }, now());
      return mail === null ? [] : (await listAttempts(database, mail.id)).map(toSvcAttempt);
    },
    async attempts(act: Act, uuid: string) {
      const { id } = await require(act, uuid);
      return (await listAttempts(database, id)).map(toSvcAttempt);
    },
  };
}

export type MailLogService = ReturnType<typeof createMailLogService>;
