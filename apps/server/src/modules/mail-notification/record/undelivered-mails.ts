// Counts mails that ended without reaching all recipients.
import type { Metrics } from '../../../kernel/process/metrics.ts';
import type { MailStatus } from './mail.types.ts';

const UNDELIVERED: ReadonlySet<MailStatus> = new Set(['FAILED', 'DEAD', 'EXPIRED', 'UNCERTAIN', 'PARTIAL']);

/** Creates the counter, called for each end; those that operators cause are not counted. */
export function createUndeliveredCount({ metrics }: { readonly metrics: Pick<Metrics, 'counter'> }) {
  const undelivered = metrics.counter({
    name: 'mails_undelivered_total',
    help: 'Mails that came to an end without having reached everybody, by their status then.',
    labelNames: ['status'],
  });
  // The counters begin at 0, so that a rate shows the first mail, too.
  for (const status of UNDELIVERED) undelivered.inc({ status }, 0);
  return (status: MailStatus): void => {
    if (UNDELIVERED.has(status)) undelivered.inc({ status });
  };
}

export type CountUndelivered = ReturnType<typeof createUndeliveredCount>;
