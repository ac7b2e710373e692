// Takes what comes back: reports of mail servers about mails that were sent, and answers to invitations.
import type { SvcNotificationInboundModel } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { CalendarReply, ReplyOutcome } from '../record/calendar-reply.types.ts';
import { aggregateStatus } from '../record/mail.types.ts';
import type { MailPartitions } from '../record/mail-partitions.ts';
import { type BouncedAddresses, saveSuppression } from '../suppression/feature.ts';
import { suppressionEvents } from '../suppression.events.ts';
import { lockReported, type ReportedMail, saveReported } from './inbound.store.ts';
import { type CopyChange, judgeReport } from './judge-report.ts';
import { isProven } from './prove-sender.ts';
import { type ReadMessage, readMessage } from './read-message.ts';
import { readReply } from './read-reply.ts';
import { type Report, readReport } from './read-report.ts';
import type { ReturnPaths } from './return-path.ts';

/** Takes an answer to an invitation whose sender is proven. */
export type TakeReply = (act: Act, reply: CalendarReply) => Promise<ReplyOutcome>;

export interface InboundParts extends Pick<Kernel, 'database' | 'clock' | 'dns' | 'ids'> {
  readonly partitions: MailPartitions;
  readonly returnPaths: ReturnPaths;
  readonly bounced: BouncedAddresses;
  readonly takeReply: TakeReply;
  readonly onTaken: (outcome: SvcNotificationInboundModel['outcome']) => void;
}

interface Attributed {
  readonly mail: ReportedMail;
  readonly isSigned: boolean;
}

export function createInboundService(parts: InboundParts) {
  const { database, clock, dns, ids, partitions, returnPaths, bounced, takeReply, onTaken } = parts;
  /** A signed return path decides, also against the report: one that is forged makes all of it worth nothing. */
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

  async function take(act: Act, report: Report): Promise<SvcNotificationInboundModel['outcome']> {
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
  }

  async function takeMessage(act: Act, bytes: Uint8Array, message: ReadMessage) {
    const report = readReport(message);
    if (report !== null) return take(act, report);
    const reply = await readReply(message);
    if (reply === null) return 'NO_REPORT';
    const proven = await isProven(bytes, reply.from, { dns, now: clock.now() });
    return proven ? takeReply(act, reply) : 'NOT_ATTRIBUTED';
  }

  return {
    /** Whatever the mail is, it causes none: two programs would write to each other for ever. */
    async take(act: Act, bytes: Uint8Array): Promise<SvcNotificationInboundModel> {
      const message = await readMessage(bytes);
      const outcome = message === null ? 'NO_REPORT' : await takeMessage(act, bytes, message);
      onTaken(outcome);
      return { outcome };
    },
  };
}

export type InboundService = ReturnType<typeof createInboundService>;
