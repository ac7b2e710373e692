// Wires mails about runs and schedules.
import type { Transaction } from '../../../kernel/database/database.ts';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { MailApi } from '../../mail-notification/api.ts';
import { deliverAgain, failDeliveryOf, forgetDeliveries, insertDelivery } from './delivery.store.ts';
import type { NewDelivery } from './delivery.types.ts';
import { createDeliveryWork, type DeliveryWorkGround } from './delivery-work.ts';
import { reportMails } from './mail-texts.ts';

export { countDeliveries } from './delivery.store.ts';
export type { Delivery, DeliveryContent, NewDelivery, Recipient } from './delivery.types.ts';
export type { DeliveryWorkGround } from './delivery-work.ts';

const INTERVAL_MS = 60_000;
const ROWS_PER_STATEMENT = 200;
/** Statuses of mails that will not arrive; of the others a mail may. */
const NOT_ARRIVED: ReadonlySet<string> = new Set(['FAILED', 'DEAD', 'EXPIRED', 'BOUNCED']);

export type DeliveryFeature = ReturnType<typeof createDeliveryFeature>;

export function createDeliveryFeature(ground: DeliveryWorkGround & Pick<Kernel, 'ids' | 'log'>) {
  const { clock, database, ids, log, onSettled } = ground;
  const work = createDeliveryWork(ground);
  const now = (): Date => new Date(clock.now());
  const wake = (): void => work.wakeAt(clock.now());

  async function forget(): Promise<void> {
    while ((await forgetDeliveries(database, now(), ROWS_PER_STATEMENT)) === ROWS_PER_STATEMENT);
  }

  return {
    jobs: [work.job, createRepeatedJob({ name: 'report-deliveries', run: forget, intervalMs: () => INTERVAL_MS }, log)],
    /** Queues mails in the transaction. */
    async queue(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
      for (const delivery of deliveries) await insertDelivery(tx, ids.uuidV7(), delivery, now());
      if (deliveries.length > 0) tx.afterCommit(wake);
    },
    /** Queues the failed deliveries of a run again; answers how many. */
    async again(tx: Transaction, scheduleRunId: number): Promise<number> {
      const count = await deliverAgain(tx, scheduleRunId, now());
      if (count > 0) tx.afterCommit(wake);
      return count;
    },
    connect(mail: MailApi): void {
      for (const template of reportMails) mail.shipTemplate(template);
      mail.registerStatusHandler('report', async (tx, { uuid, groupUuid, tenantIdentifier, to }) => {
        if (!NOT_ARRIVED.has(to)) return;
        const run = await failDeliveryOf(tx, groupUuid ?? uuid, tenantIdentifier, `MAIL_${to}`);
        if (run !== null) await onSettled(tx, run);
      });
    },
  };
}
