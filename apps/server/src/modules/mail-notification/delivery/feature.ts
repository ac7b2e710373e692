// Wires the delivery: what this process leases, the lanes, and what people are told of them.
import type { LeasedWork } from '../../../kernel/lease/leases.ts';
import type { Job, Kernel } from '../../../kernel/module.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import type { MailSettings } from '../mail-notification.settings.ts';
import { defaultSender, isNowhere } from '../message/sender.ts';
import type { Priority } from '../record/mail.types.ts';
import type { MailPartitions } from '../record/mail-partitions.ts';
import { createSmtpTransport } from '../smtp/smtp-transport.ts';
import { LEASED_COLUMNS, type LeasedMail, releaseMails } from './delivery.store.ts';
import { Delivery } from './delivery.ts';
import { InFlightWriter } from './in-flight-writer.ts';
import { Outage } from './outage.ts';

/** A process holds so many mails at once; those of one priority never wait for places of another. */
const SLOTS: Readonly<Record<Priority, number>> = { HIGH: 32, NORMAL: 100, LOW: 50 };
const PARTS: Readonly<Record<Priority, string>> = { HIGH: 'high', NORMAL: 'normal', LOW: 'low' };
/** Seconds from accept to the server's answer. */
const SENT_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3_600];

export function createDeliveryFeature(
  kernel: Kernel,
  {
    settings,
    seal,
    partitions,
  }: {
    readonly settings: MailSettings;
    readonly seal: Seal;
    readonly partitions: MailPartitions;
  },
) {
  const { config, clock, database } = kernel;
  const { mailServer, publicUrl } = config;
  const smtp = mailServer === null ? null : createSmtpTransport(mailServer);
  const isCapturing = () => smtp === null || settings.transport.get(null) === 'capture';
  const writer = new InFlightWriter({ ...kernel, partitions });
  const outage = new Outage(
    clock,
    () => settings.sendingEnabled.get(null),
    () => delivery.pump(),
  );
  const senderOf = (tenantIdentifier: string | null) =>
    defaultSender(settings.defaultSender.get(tenantIdentifier), publicUrl);
  const delivery: Delivery = new Delivery({
    ...kernel,
    seal,
    writer,
    outage,
    smtp: () => (isCapturing() ? null : smtp),
    senderOf,
    onAttempt: tellAttempts(kernel),
  });
  kernel.settings.onChange(settings.sendingEnabled, () => delivery.pump());
  kernel.readiness.warn('mail', () => {
    if (!settings.sendingEnabled.get(null)) return 'mail.sending-enabled is off: mails wait';
    if (isCapturing())
      return 'mails are captured and leave for nobody: KEELSON_MAIL_SMTP_URL names no mail server, or mail.transport is capture';
    return isNowhere(senderOf(null).address)
      ? 'mails without a sender of their own wait: set mail.default-sender or KEELSON_PUBLIC_URL'
      : null;
  });
  kernel.readiness.warn('mail-server', () =>
    outage.downUntil > clock.now() ? 'the mail server could not be reached, or does not take the sign-in' : null,
  );
  let stopping: Promise<void> | null = null;
  const stop = (): Promise<void> => {
    stopping ??= delivery.stop().then(async () => {
      outage.stop();
      await releaseMails(database, kernel.processes.id).catch(() => undefined);
    });
    return stopping;
  };
  const works = new Map<Priority, LeasedWork<LeasedMail>>();
  for (const priority of ['HIGH', 'NORMAL', 'LOW'] as const)
    works.set(priority, defineWork(kernel, priority, delivery));
  return {
    isCapturing,
    jobs: [...works.values()].map(({ job }) => stoppedWith(job, stop)),
    /** A mail of this priority is due then, epoch milliseconds. */
    wakeAt: (priority: Priority, dueAt: number) => works.get(priority)!.wakeAt(dueAt),
  };
}

function defineWork(
  { leases }: Pick<Kernel, 'leases'>,
  priority: Priority,
  delivery: Delivery,
): LeasedWork<LeasedMail> {
  return leases.define<LeasedMail>({
    name: 'mail',
    part: PARTS[priority],
    key: ['id'],
    columns: LEASED_COLUMNS,
    ready: `j.priority = '${priority}' AND j.status IN ('QUEUED', 'RETRY', 'SENDING')`,
    // Mails that nobody has tried yet go first.
    priority: '-j.attempts',
    slots: SLOTS[priority],
    work: (row, lease) => delivery.deliver(row, lease),
  });
}

/** What is under way ends before the leases wait for it. */
function stoppedWith(job: Job, stop: () => Promise<void>): Job {
  return {
    ...job,
    async stop() {
      const stopped = job.stop();
      await stop();
      await stopped;
    },
  };
}

function tellAttempts({ metrics }: Pick<Kernel, 'metrics'>) {
  const attempts = metrics.counter({
    name: 'mail_attempts_total',
    help: 'Attempts to hand mails over, by what they meant.',
    labelNames: ['outcome'],
  });
  const sent = metrics.histogram({
    name: 'mail_sent_seconds',
    help: 'Time from the acceptance of a mail until the mail server took it.',
    buckets: SENT_BUCKETS,
  });
  return (outcome: string, acceptedAt: Date, at: number): void => {
    attempts.inc({ outcome });
    if (outcome === 'ACCEPTED') sent.observe(Math.max(0, at - acceptedAt.getTime()) / 1_000);
  };
}
