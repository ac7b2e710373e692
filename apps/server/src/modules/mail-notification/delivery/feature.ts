// Wires the delivery: the leases of this process, the lanes, and their metrics.
import type { LeasedWork } from '../../../kernel/lease/leases.ts';
import type { Job, Kernel } from '../../../kernel/module.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import type { Signing } from '../dkim/feature.ts';
import type { ReturnPaths } from '../inbound/feature.ts';
import type { MailSettings } from '../mail-notification.settings.ts';
import { defaultSender, isNowhere } from '../message/sender.ts';
import type { Provider, ProviderFeature } from '../provider/feature.ts';
import type { Priority } from '../record/mail.types.ts';
import type { MailPartitions } from '../record/mail-partitions.ts';
import type { CountUndelivered } from '../record/undelivered-mails.ts';
import type { BouncedAddresses } from '../suppression/feature.ts';
import { createAttempts } from './attempt.ts';
import { LEASED_COLUMNS, type LeasedMail, readyOf, releaseMails } from './delivery.store.ts';
import { Delivery } from './delivery.ts';
import { InFlightWriter } from './in-flight-writer.ts';
import { ByteBudget } from './pace/byte-budget.ts';

/** Mails of one tenant that a process holds at once; each priority has its own places. */
const SLOTS: Readonly<Record<Priority, number>> = { HIGH: 32, NORMAL: 100, LOW: 50 };
/** Longest gathering of places: lanes have mails in store while more are claimed. */
const GATHER_MS = 50;
const PARTS: Readonly<Record<Priority, string>> = { HIGH: 'high', NORMAL: 'normal', LOW: 'low' };
/** Buckets in seconds from accept to the server's answer. */
const SENT_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3_600];

export interface DeliveryFeatureParts {
  readonly settings: MailSettings;
  readonly seal: Seal;
  readonly partitions: MailPartitions;
  readonly bounced: BouncedAddresses;
  readonly onEnded: CountUndelivered;
  readonly providers: ProviderFeature['api'];
  readonly signing: Signing;
  readonly returnPaths: ReturnPaths;
}

export function createDeliveryFeature(kernel: Kernel, parts: DeliveryFeatureParts) {
  const { settings, partitions, bounced, providers, onEnded } = parts;
  const { followed, transportOf } = providers;
  const { config, database } = kernel;
  const writer = new InFlightWriter({ ...kernel, partitions, bounced, onEnded });
  const onAttempt = countAttempts(kernel);
  const senderOf = (tenantIdentifier: string | null) =>
    defaultSender(settings.defaultSender.get(tenantIdentifier), config.publicUrl);
  const capturesAll = () => settings.transport.get(null) === 'CAPTURE';
  const delivery = new Delivery({
    ...kernel,
    writer,
    attempts: createAttempts({
      ...kernel,
      ...parts,
      writer,
      budget: new ByteBudget(),
      heedSizeMax: followed.heedSizeMax,
      onAttempt,
    }),
    providers: followed,
    transportOf,
    isEnabled: () => settings.sendingEnabled.get(null),
    capturesAll,
    senderOf,
    onAttempt,
  });
  kernel.settings.onChange(settings.sendingEnabled, () => delivery.pump());
  kernel.readiness.warn('mail', () => {
    if (!settings.sendingEnabled.get(null)) return 'mail.sending-enabled is off: mails wait';
    if (capturesAll()) return 'mails are captured and leave for nobody: mail.transport is CAPTURE';
    if (!followed.all().some(({ shared }) => shared))
      return 'mails of tenants without a mail server of their own are captured and leave for nobody: KEELSON_MAIL_SMTP_URL names none, and no other one is shared';
    return isNowhere(senderOf(null).address)
      ? 'mails without a sender of their own wait: set mail.default-sender or KEELSON_PUBLIC_URL'
      : null;
  });
  exposeOutlets(kernel, delivery);
  let stopping: Promise<void> | null = null;
  const stop = (): Promise<void> => {
    stopping ??= delivery.stop().then(async () => {
      await releaseMails(database, kernel.processes.id).catch(() => undefined);
    });
    return stopping;
  };
  const works = new Map<Priority, LeasedWork<LeasedMail>>();
  for (const priority of ['HIGH', 'NORMAL', 'LOW'] as const)
    works.set(priority, defineWork(kernel, priority, delivery));
  return {
    isCapturing: (tenantIdentifier: string) => delivery.isCapturing(tenantIdentifier),
    /** Answers the largest size of a mail for the tenant's servers, in bytes; null where no bound is known. */
    sizeMaxOf: (tenantIdentifier: string) =>
      delivery.isCapturing(tenantIdentifier) ? null : followed.sizeMaxOf(tenantIdentifier),
    jobs: [...works.values()].map(({ job }) => stoppedWith(job, stop)),
    /** Announces that a mail of this priority is due then, epoch milliseconds; of the tenant, or of any. */
    wakeAt: (priority: Priority, dueAt: number, tenantIdentifier?: string) =>
      works.get(priority)!.wakeAt(dueAt, tenantIdentifier),
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
    ready: readyOf(priority),
    // Mails without an attempt go first.
    priority: '-j.attempts',
    slots: SLOTS[priority],
    gatherMs: GATHER_MS,
    work: (row, lease) => delivery.deliver(row, lease),
  });
}

/** Stops the delivery before the leases, which would wait for it. */
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

/** Labels of a server: codes are unique in a tenant. */
const OUTLET_LABELS = ['tenant', 'provider'] as const;

function exposeOutlets({ metrics, readiness }: Pick<Kernel, 'metrics' | 'readiness'>, delivery: Delivery): void {
  const servers = () =>
    delivery.outlets.flatMap(({ place, laneCount }) =>
      place.provider === null ? [] : [{ ...place, laneCount, labels: labelsOf(place.provider) }],
    );
  metrics.gauge({
    name: 'mail_breaker_open',
    help: 'Whether a mail server is left alone, because it does not serve.',
    labelNames: [...OUTLET_LABELS],
    collect(self) {
      self.reset();
      for (const { labels, breaker } of servers()) self.set(labels, breaker.isOpen ? 1 : 0);
    },
  });
  metrics.gauge({
    name: 'mail_lanes',
    help: 'Connections of this process that a mail server is given at once, without those for urgent mails.',
    labelNames: [...OUTLET_LABELS],
    collect(self) {
      self.reset();
      for (const { labels, laneCount } of servers()) self.set(labels, laneCount);
    },
  });
  readiness.warn('mail-server', () => {
    const away = servers().filter(({ breaker }) => breaker.isOpen);
    if (away.length === 0) return null;
    const named = away.map(({ labels, breaker }) => `${labels.tenant}/${labels.provider} (${breaker.reason})`);
    return `mail servers do not serve and are left alone: ${named.join(', ')}`;
  });
}

function labelsOf({ tenantIdentifier, code }: Provider) {
  return { tenant: tenantIdentifier, provider: code };
}

function countAttempts({ metrics }: Pick<Kernel, 'metrics'>) {
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
