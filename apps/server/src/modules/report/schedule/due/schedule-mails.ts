// Decides the mails of a schedule: with its files, about failures, and that it was disabled.
import type { Transaction } from '../../../../kernel/database/database.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { AuthenticationApi } from '../../../authentication/api.ts';
import type { DeliveryContent, NewDelivery, Recipient } from '../../delivery/feature.ts';
import type { Execution } from '../../run/feature.ts';
import type { Share } from '../burst/divide-rows.ts';
import type { FoundSchedule, Schedule } from '../record/schedule.store.ts';
import type { ScheduleRun } from '../record/schedule-run.store.ts';

export interface ScheduleMailGround {
  readonly authentication: () => Pick<AuthenticationApi, 'findMembers'>;
  readonly queue: (tx: Transaction, deliveries: readonly NewDelivery[]) => Promise<void>;
}

/** Administrators who get a mail about a disabled schedule, at most. */
const ADMINISTRATORS_MAX = 20;
const ADMINISTRATOR = 'REPORT_ADMIN';

const nothing: DeliveryContent = {
  title: '',
  note: '',
  reportName: '',
  scheduleName: '',
  reason: '',
  rowCount: '',
  formats: [],
  attach: false,
  isCopy: false,
};

const toAll = { recipientColumn: null } as const;
const toUser = (recipient: string): Recipient => ({ recipient, isUser: true });
const toAddress = (recipient: string): Recipient => ({ recipient, isUser: false });

/** Answers the recipients; the owner where none is named, and each once, as recipient rather than for a copy. */
function recipientsOf({ delivery, ownerUsername }: Schedule): readonly (Recipient & { readonly isCopy: boolean })[] {
  const users = new Set(delivery?.toUserList ?? []);
  const addresses = new Set(delivery?.toList ?? []);
  const written = new Set([...addresses].map(foldName));
  const copies = new Set((delivery?.ccList ?? []).filter((address) => !written.has(foldName(address))));
  const named = [...[...users].map(toUser), ...[...addresses].map(toAddress)];
  return [
    ...(named.length > 0 ? named : [toUser(ownerUsername)]).map((one) => ({ ...one, isCopy: false })),
    ...[...copies].map((address) => ({ ...toAddress(address), isCopy: true })),
  ];
}

function filesMail(run: ScheduleRun, schedule: Schedule, { reportName, rowCount, uuid }: Execution) {
  const { delivery, ownerUsername: sender, name } = schedule;
  const { tenantIdentifier, id: scheduleRunId, outputFormatList } = run;
  const content: DeliveryContent = {
    ...nothing,
    title: delivery?.subject ?? reportName,
    note: delivery?.content == null ? '' : `${delivery.content}\n\n`,
    reportName,
    scheduleName: name,
    rowCount: String(rowCount ?? 0),
    formats: outputFormatList,
    attach: delivery?.attach ?? true,
  };
  const executionUuid = uuid;
  return { kind: 'FILES', tenantIdentifier, scheduleRunId, executionUuid, sender, content, ...toAll } as const;
}

export type ScheduleMails = ReturnType<typeof createScheduleMails>;

export function createScheduleMails({ authentication, queue }: ScheduleMailGround) {
  return {
    /** Queues the mails with the files of a run. */
    async files(tx: Transaction, run: ScheduleRun, schedule: Schedule, execution: Execution): Promise<void> {
      const { content, ...common } = filesMail(run, schedule, execution);
      await queue(
        tx,
        recipientsOf(schedule).map(({ isCopy, ...recipient }) => ({
          ...common,
          ...recipient,
          content: { ...content, isCopy },
        })),
      );
    },

    /** Queues a mail to each recipient with files of the own rows. */
    async shares(
      tx: Transaction,
      run: ScheduleRun,
      schedule: Schedule,
      execution: Execution,
      { column, shares }: { readonly column: string; readonly shares: readonly Share[] },
    ): Promise<void> {
      const { content, ...common } = filesMail(run, schedule, execution);
      await queue(
        tx,
        shares.map(({ rowCount, ...recipient }) => ({
          ...common,
          ...recipient,
          content: { ...content, rowCount: String(rowCount) },
          recipientColumn: column,
        })),
      );
    },

    /** Queues the mails about a failed run. */
    async failure(tx: Transaction, run: ScheduleRun, schedule: Schedule, reason: string): Promise<void> {
      const { delivery, ownerUsername: sender, name, tenantIdentifier } = schedule;
      const onFailure = (delivery?.onFailureToList ?? []).map(toAddress);
      const content = { ...nothing, title: name, reportName: name, scheduleName: name, reason };
      const common = {
        kind: 'FAILURE',
        tenantIdentifier,
        scheduleRunId: run.id,
        executionUuid: null,
        sender,
        content,
        ...toAll,
      } as const;
      await queue(
        tx,
        (onFailure.length > 0 ? onFailure : [toUser(sender)]).map((recipient) => ({ ...common, ...recipient })),
      );
    },

    /** Queues the mails to the owner, and to administrators of reports. */
    async stopped(
      tx: Transaction,
      { name, ownerUsername, tenantIdentifier }: FoundSchedule & { readonly tenantIdentifier: string },
      reason: string,
    ): Promise<void> {
      const members = await authentication().findMembers(tx, tenantIdentifier, ADMINISTRATOR, ADMINISTRATORS_MAX);
      const content = { ...nothing, title: name, scheduleName: name, reason };
      const of = { tenantIdentifier, scheduleRunId: null, executionUuid: null } as const;
      const common = { kind: 'STOPPED', ...of, content, ...toAll } as const;
      const names = [...new Set([ownerUsername, ...members])];
      await queue(
        tx,
        names.map((one) => ({ ...common, sender: ownerUsername, ...toUser(one) })),
      );
    },

    /** Queues the mail to a requester who asked for it. */
    async ended(
      tx: Transaction,
      { tenantIdentifier, uuid, requestedBy, reportName, rowCount }: Execution,
      reason: string,
    ) {
      const content = { ...nothing, title: reportName, reportName, rowCount: String(rowCount ?? 0), reason };
      const to = { ...toUser(requestedBy), sender: requestedBy };
      const of = { tenantIdentifier, scheduleRunId: null, executionUuid: uuid } as const;
      await queue(tx, [{ kind: 'END', ...of, content, ...to, ...toAll }]);
    },
  };
}
