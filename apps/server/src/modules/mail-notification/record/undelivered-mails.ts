// Counts mails that came to an end and have not reached everybody.
import type { Metrics } from '../../../kernel/process/metrics.ts';
import type { MailStatus } from './mail.types.ts';

const UNDELIVERED: ReadonlySet<MailStatus> = new Set(['FAILED', 'DEAD', 'EXPIRED', 'UNCERTAIN', 'PARTIAL']);

/** Is told of each end, whichever it is; those that people make are theirs to count. */
export function createUndeliveredCount({ metrics }: { readonly metrics: Pick<Metrics, 'counter'> }) {
  const undelivered = metrics.counter({
    name: 'mails_undelivered_total',
    help: 'Mails that came to an end without having reached everybody, by their status then.',
    labelNames: ['status'],
  });
  // Whoever watches the rate sees the first one, too.
  for (const status of UNDELIVERED) undelivered.inc({ status }, 0);
  return (status: MailStatus): void => {
    if (UNDELIVERED.has(status)) undelivered.inc({ status });
  };
}

export type CountUndelivered = ReturnType<typeof createUndeliveredCount>;
