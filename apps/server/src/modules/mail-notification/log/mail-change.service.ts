// Lets operators send mails again, cancel them, and settle those in doubt.
import type { SvcNotificationMailSelectionModel } from '@keelson/contract';
import { HOUR_MS } from '@keelson/time-zone/units';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { mailEvents } from '../mail.events.ts';
import type { MailSettings } from '../mail-notification.settings.ts';
import { aggregateStatus, type Priority, type RecipientStatus, WAITING } from '../record/mail.types.ts';
import type { MailPartitions } from '../record/mail-partitions.ts';
import {
  endMail,
  type LockedMail,
  lockMail,
  lockMails,
  type RetriedMail,
  type RetryBounds,
  retryMails,
} from './mail-change.store.ts';
import { listIds } from './mail-log.store.ts';
import { queryOf, tenantOf } from './mail-query.ts';
import { type FindStronger, requireEqual, withoutStronger } from './stronger-recipients.ts';

const MANAGE = 'NOTIFICATION_MAIL_MANAGE';
/** Mails that are sent again at once; more would hold their rows for too long. */
const RETRIED_MAX = 10_000;
/** Mails that an event names at most. */
const NAMED_MAX = 100;
const REOPENED: readonly RecipientStatus[] = ['FAILED', 'DEAD', 'UNCERTAIN', 'EXPIRED'];

export interface MailChangeParts extends Pick<Kernel, 'database' | 'clock'> {
  readonly partitions: MailPartitions;
  readonly settings: MailSettings;
  readonly findStronger: FindStronger;
  readonly isCapturing: (tenantIdentifier: string) => boolean;
  readonly wakeAt: (priority: Priority, dueAt: number) => void;
}

type Locked = Parameters<typeof lockMail>[0];

function createGround({ database, clock, settings, partitions, isCapturing, wakeAt }: MailChangeParts) {
  const transaction = async <T>(work: (tx: Locked) => Promise<T>): Promise<T> => {
    await partitions.makeRoomForChange(clock.now());
    return database.transaction(work);
  };
  return {
    transaction,
    boundsOf({ caller }: Act, tenantIdentifier: string): RetryBounds {
      const now = clock.now();
      return {
        now: new Date(now),
        expireDate: new Date(now + settings.giveUp.get(tenantIdentifier) * HOUR_MS),
        keptDays: settings.retentionContent.get(null),
        states: isCapturing(tenantIdentifier) ? REOPENED : [...REOPENED, 'CAPTURED'],
        by: caller.username,
      };
    },
    wake(mails: readonly RetriedMail[]): void {
      for (const priority of new Set(mails.map((mail) => mail.priority))) wakeAt(priority, clock.now());
    },
    /** Runs the work with the mail locked; a caller who may not manage mails can change only own ones. */
    changed: (act: Act, uuid: string, work: (mail: LockedMail, tx: Locked) => Promise<void>): Promise<void> =>
      transaction(async (tx) => {
        const { caller } = act;
        const createdBy = caller.holds(MANAGE) ? null : foldName(caller.username);
        const mail = await lockMail(tx, { tenantIdentifier: tenantOf(caller), uuid, createdBy });
        await work(mail ?? failNotFound('MAIL_NOT_FOUND', { uuid }), tx);
      }),
    /** Ends the copies in one of these states. */
    async end(
      act: Act,
      tx: Locked,
      mail: LockedMail,
      from: (status: RecipientStatus) => boolean,
      to: RecipientStatus,
    ): Promise<void> {
      const ended = mail.recipients.filter(({ status }) => from(status));
      await endMail(tx, mail, {
        status: aggregateStatus(mail.recipients.map((one) => (ended.includes(one) ? to : one.status))),
        copies: ended.map(({ id }) => id),
        copyStatus: to,
        removesContent: mail.sensitive,
        now: new Date(clock.now()),
        by: act.caller.username,
      });
    },
  };
}

const isInDoubt = (status: RecipientStatus): boolean => status === 'UNCERTAIN';

export function createMailChangeService(parts: MailChangeParts) {
  const { clock, findStronger } = parts;
  const { boundsOf, transaction, wake, changed, end } = createGround(parts);
  return {
    /** Sends a mail again; with `force` also copies whose addresses are suppressed. */
    async retryOne(act: Act, uuid: string, force: boolean): Promise<void> {
      await changed(act, uuid, async (mail, tx) => {
        const usual = boundsOf(act, mail.tenantIdentifier);
        const bounds: RetryBounds = force ? { ...usual, states: [...usual.states, 'SUPPRESSED'] } : usual;
        const isOpen = mail.recipients.some(({ status }) => WAITING.has(status));
        if (isOpen || !mail.recipients.some(({ status }) => bounds.states.includes(status)))
          fail('MAIL_NOT_RETRYABLE', { parameters: { status: mail.status } });
        // A caller who can choose the tenant's mail server could read the mail that is sent by it.
        await requireEqual(findStronger, tx, act.caller, mail);
        const retried = await retryMails(tx, [mail.id], bounds);
        if (retried.length === 0) fail('CONTENT_EXPIRED');
        await act.record(tx, mailEvents.retried, subjectOf(mail), { uuidList: [uuid], count: 1 });
        tx.afterCommit(() => wake(retried));
      });
    },

    async retryMany(act: Act, model: SvcNotificationMailSelectionModel): Promise<number> {
      const { caller } = act;
      return transaction(async (tx) => {
        const ids = await listIds(tx, queryOf(caller, model, new Date(clock.now())), RETRIED_MAX + 1);
        if (ids.length > RETRIED_MAX) fail('RESULT_TOO_LARGE', { parameters: { limit: RETRIED_MAX } });
        await lockMails(tx, ids);
        const open = await withoutStronger(findStronger, tx, caller, ids);
        const retried = await retryMails(tx, open, boundsOf(act, caller.tenantIdentifier));
        if (retried.length === 0) return 0;
        const uuidList = retried.slice(0, NAMED_MAX).map(({ uuid }) => uuid);
        await act.record(tx, mailEvents.retried, null, { uuidList, count: retried.length });
        tx.afterCommit(() => wake(retried));
        return retried.length;
      });
    },

    async resolve(act: Act, uuid: string, isDelivered: boolean): Promise<void> {
      await changed(act, uuid, async (mail, tx) => {
        if (!mail.recipients.some(({ status }) => isInDoubt(status)))
          fail('MAIL_NOT_RESOLVABLE', { parameters: { status: mail.status } });
        await end(act, tx, mail, isInDoubt, isDelivered ? 'SENT' : 'FAILED');
        await act.record(tx, mailEvents.resolved, subjectOf(mail), { uuid, delivered: isDelivered });
      });
    },

    async cancel(act: Act, uuid: string): Promise<void> {
      await changed(act, uuid, async (mail, tx) => {
        if (mail.status !== 'QUEUED' && mail.status !== 'RETRY')
          fail('MAIL_NOT_CANCELLABLE', { parameters: { status: mail.status } });
        await end(act, tx, mail, (status) => WAITING.has(status), 'CANCELLED');
        await act.record(tx, mailEvents.cancelled, subjectOf(mail), { uuid });
      });
    },
  };
}

export type MailChangeService = ReturnType<typeof createMailChangeService>;

function subjectOf({ uuid, tenantIdentifier }: LockedMail) {
  return { name: uuid, tenantIdentifier };
}
