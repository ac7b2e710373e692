// Takes a report of a mail server: changes the mail that it is about, and suppresses addresses.
import type { SvcNotificationInboundModel } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { aggregateStatus } from '../record/mail.types.ts';
import type { MailPartitions } from '../record/mail-partitions.ts';
import { type BouncedAddresses, saveSuppression } from '../suppression/feature.ts';
import { suppressionEvents } from '../suppression.events.ts';
import { lockReported, type ReportedMail, saveReported } from './inbound.store.ts';
import { type CopyChange, judgeReport } from './judge-report.ts';
import type { Report } from './reading/read-report.ts';
import type { ReturnPaths } from './return-path.ts';

export interface ReportParts extends Pick<Kernel, 'database' | 'clock' | 'ids'> {
  readonly partitions: MailPartitions;
  readonly returnPaths: ReturnPaths;
  readonly bounced: BouncedAddresses;
}

interface Attributed {
  readonly mail: ReportedMail;
  readonly isSigned: boolean;
}

export function createTakeReport({ database, clock, ids, partitions, returnPaths, bounced }: ReportParts) {
  /** Finds the mail. A signed return path decides, also against the report: a forged one makes all of it void. */
  async function attribute(tx: Transaction, report: Report, caller: Caller): Promise<Attributed | null> {
    const tenant = caller.holds('TENANT_ALL') ? null : caller.tenantIdentifier;
    const paths = new Set(report.returnPaths.map(returnPaths.read).filter((path) => path !== null));
    const [id] = paths;
    if (id === 'FORGED' || paths.size > 1) return null;
    const by = id !== undefined ? { id } : report.messageId === null ? null : { messageId: report.messageId };
    const mail = by === null ? null : await lockReported(tx, by, tenant);
    return mail === null ? null : { mail, isSigned: id !== undefined };
  }

  async function suppress(tx: Transaction, act: Act, { mail, isSigned }: Attributed, changes: readonly CopyChange[]) {
    const hard = changes.filter(({ isHard }) => isHard).map(({ id }) => id);
    if (hard.length > 0) await bounced.suppress(tx, hard);
    if (!isSigned && mail.recipients.length > 1) return;
    const { tenantIdentifier, uuid: mailUuid } = mail;
    const { username: by } = act.caller;
    for (const { address, status } of changes) {
      if (status !== 'COMPLAINED') continue;
      const row = { tenantIdentifier, address, reason: 'COMPLAINT', group: null, expireDate: null, by } as const;
      const isNew = await saveSuppression(tx, { ...row, uuid: ids.uuidV7(), now: new Date(clock.now()) });
      const subject = { name: address, tenantIdentifier };
      const detail = { reason: row.reason, mail: mailUuid };
      if (isNew) await act.record(tx, suppressionEvents.suppressionAdded, subject, detail);
    }
  }

  /** Applies the report to copies, and to addresses as far as it is trusted. */
  return async function takeReport(act: Act, report: Report): Promise<SvcNotificationInboundModel['outcome']> {
    await partitions.makeRoomForChange(clock.now());
    return database.transaction(async (tx) => {
      const attributed = await attribute(tx, report, act.caller);
      if (attributed === null) return 'NOT_ATTRIBUTED';
      const { mail, isSigned } = attributed;
      const { changes, concerns } = judgeReport(report, mail.recipients, isSigned);
      if (changes.length === 0) return concerns === 0 ? 'NOT_ATTRIBUTED' : 'UNCHANGED';
      const after = new Map(changes.map(({ id, status }) => [id, status]));
      const status = aggregateStatus(mail.recipients.map((one) => after.get(one.id) ?? one.status));
      await saveReported(tx, mail, changes, status, new Date(clock.now()));
      await suppress(tx, act, attributed, changes);
      return 'TAKEN';
    });
  };
}
