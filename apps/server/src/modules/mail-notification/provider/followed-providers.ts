// Keeps the mail servers that mails can leave by in memory, with what all processes know of them.
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { keepSizeMax, listEnabledProviders, type Provider } from './provider.store.ts';

const CHANNEL = 'mail_provider';
/** Interval of probes: bounds the effect of a lost message. */
const PROBE_MS = 5_000;

export function createFollowedProviders({ database, notify, log }: Pick<Kernel, 'database' | 'notify' | 'log'>) {
  let known: readonly Provider[] = [];
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const listeners: ((providers: readonly Provider[]) => void)[] = [];

  async function read(): Promise<void> {
    known = await listEnabledProviders(database);
    for (const listener of listeners) listener(known);
  }
  /** Loads the servers; calls during a read share the next one. */
  function load(): Promise<void> {
    if (running === null) {
      running = read().finally(() => {
        running = null;
      });
      return running;
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return load();
      });
    return next;
  }
  const refresh = (): void => {
    load().catch((error: unknown) => log.warn({ err: error }, 'mail servers could not be read'));
  };
  notify.listen(CHANNEL, refresh);
  notify.onReconnect(refresh);

  /** Notifies all processes, this one too, of a change. */
  const broadcast = (): void => notify.send(CHANNEL, '');
  const of = (tenantIdentifier: string): readonly Provider[] => {
    const own = known.filter((one) => one.tenantIdentifier === tenantIdentifier);
    return own.length > 0 ? own : known.filter(({ shared }) => shared);
  };

  return {
    load,
    job: createRepeatedJob({ name: 'mail-providers', run: load, intervalMs: () => PROBE_MS }, log),
    /** Lists all of them, the first by priority first. */
    all: () => known,
    /** Answers the servers for mails of the tenant, the first by priority first: its own ones, else the shared ones. */
    of,
    /** Answers the bytes of the largest mail that one of the tenant's servers takes; null where no bound is known. */
    sizeMaxOf(tenantIdentifier: string): number | null {
      const sizes = of(tenantIdentifier).map(({ sizeMax }) => sizeMax ?? 0);
      return sizes.length === 0 || sizes.includes(0) ? null : Math.max(...sizes);
    },
    /** Stores the largest size that a server has named, for all processes. */
    heedSizeMax(id: number, sizeMax: number): void {
      const one = known.find((provider) => provider.id === id);
      if (one === undefined || one.sizeMax === sizeMax) return;
      known = known.map((provider) => (provider === one ? { ...provider, sizeMax } : provider));
      keepSizeMax(database, id, sizeMax)
        .then(broadcast)
        .catch((error: unknown) => log.warn({ err: error }, 'the size that a mail server takes could not be written'));
    },
    onChange(listener: (providers: readonly Provider[]) => void): void {
      listeners.push(listener);
    },
    broadcast,
  };
}

export type FollowedProviders = ReturnType<typeof createFollowedProviders>;
