// Mails the results of runs, in any process and once each: the mail and the state of the delivery are one commit.
import { errorDefinition } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Lease, LeasedWork } from '../../../kernel/lease/leases.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import { namedUuid } from '../../../kernel/text/named-uuid.ts';
import type { MailApi, MailSender, PreparedMails } from '../../mail-notification/api.ts';
import { reportEvents } from '../report.events.ts';
import { type AttachedFilesGround, createAttachedFiles, type MailFiles } from './attached-files.ts';
import { findDelivery, type Settled, settleDelivery } from './delivery.store.ts';
import type { Delivery } from './delivery.types.ts';
import { templateOf } from './mail-texts.ts';

interface DeliveryRow {
  readonly id: number;
}

export interface DeliveryWorkGround
  extends AttachedFilesGround,
    Pick<Kernel, 'clock' | 'events' | 'groupCommit' | 'leases' | 'metrics'> {
  readonly mail: () => Pick<MailApi, 'add' | 'prepare'>;
  /** Answers why a recipient is not written to now; null where there is no reason. */
  readonly refusalOf: (delivery: Delivery) => Promise<string | null>;
  /** Called in the transaction that has settled one delivery of a schedule's run. */
  readonly onSettled: (tx: Transaction, scheduleRunId: number) => Promise<void>;
}

/** Deliveries at a time; each may make files of its recipient's rows, for which there are two threads. */
const SLOTS = 2;
const TOO_MANY = 429;

/** Result of a delivery, with the mail of the same commit. */
interface Outcome extends Settled {
  readonly prepared: PreparedMails | null;
}

const failed = (errorCode: string): Outcome => ({ status: 'FAILED', mailUuid: null, errorCode, prepared: null });

function isRefusal(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  const { status } = errorDefinition(error.code);
  return status < 500 && status !== TOO_MANY;
}

function outcomeOf(prepared: PreparedMails): Outcome {
  const { uuid, status } = prepared.sent;
  if (status === 'SUPPRESSED') return { status: 'FAILED', mailUuid: uuid, errorCode: 'RECIPIENT_SUPPRESSED', prepared };
  return { status: status === 'SKIPPED' ? 'SKIPPED' : 'SENT', mailUuid: uuid, errorCode: null, prepared };
}

export function createDeliveryWork(ground: DeliveryWorkGround): LeasedWork<DeliveryRow> {
  const { database, events, groupCommit, leases, mail, refusalOf, onSettled } = ground;
  const filesOf = createAttachedFiles(ground);
  const settled = ground.metrics.counter({
    name: 'report_deliveries_total',
    help: 'Mails with files of reports, by outcome: sent to the queue of mails, skipped as the recipient wishes, or failed.',
    labelNames: ['outcome'],
  });

  function prepare(delivery: Delivery, { files, links }: MailFiles): Promise<PreparedMails> {
    const { uuid, round, kind, tenantIdentifier, sender, recipient, isUser, content } = delivery;
    const { title, note, reportName, scheduleName, reason, rowCount, isCopy } = content;
    const by: MailSender = {
      tenantIdentifier,
      username: sender,
      localeTag: null,
      files,
      holds: () => false,
    };
    return mail().prepare('TEMPLATE', by, {
      uuid: namedUuid('report.delivery', uuid, String(round)),
      templateCode: templateOf(kind, reason),
      ignoreDisabled: true,
      ...(isUser ? { toUsers: [recipient] } : isCopy ? { cc: [recipient] } : { to: [recipient] }),
      parameters: { title, note, reportName, scheduleName, reason, rowCount, links },
    });
  }

  async function outcome(delivery: Delivery): Promise<Outcome> {
    const refusal = await refusalOf(delivery);
    if (refusal !== null) return failed(refusal);
    const files = await filesOf(delivery);
    if ('errorCode' in files) return failed(files.errorCode);
    try {
      return outcomeOf(await prepare(delivery, files));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return failed(error.code);
    }
  }

  async function write(tx: Transaction, delivery: Delivery, leaseToken: string, made: Outcome): Promise<void> {
    if (!(await settleDelivery(tx, { id: delivery.id, leaseToken }, made))) return;
    tx.afterCommit(() => settled.inc({ outcome: made.status.toLowerCase() }));
    const { tenantIdentifier, sender, recipient, kind, executionUuid, scheduleRunId } = delivery;
    if (made.prepared !== null) {
      const changes = groupCommit.createChangeSet();
      mail().add(changes, made.prepared);
      await groupCommit.writeIn(tx, changes);
    }
    if (made.status === 'SENT' && kind === 'FILES') {
      const actor = { username: sender, tenantIdentifier, ipAddress: null, requestId: null };
      const detail = { execution: executionUuid, recipient, mail: made.mailUuid };
      await events.record(tx, reportEvents.deliverySent, actor, delivery.content.reportName, detail);
    }
    if (scheduleRunId !== null && kind === 'FILES') await onSettled(tx, scheduleRunId);
  }

  return leases.define<DeliveryRow>({
    name: 'report_delivery',
    key: ['id'],
    columns: 'id, due_at',
    ready: "status = 'PENDING'",
    priority: '-j.id',
    slots: SLOTS,
    async work({ id }: DeliveryRow, { leaseToken }: Lease) {
      const delivery = await findDelivery(database, Number(id));
      if (delivery === null) return;
      const made = await outcome(delivery);
      await database.transaction((tx) => write(tx, delivery, leaseToken, made));
    },
  });
}
