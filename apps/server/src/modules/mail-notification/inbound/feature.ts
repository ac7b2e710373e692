// Wires what comes back: reports of mail servers about mails that were sent, and answers to invitations.
import type { Kernel } from '../../../kernel/module.ts';
import type { MailPartitions } from '../record/mail-partitions.ts';
import type { BouncedAddresses } from '../suppression/feature.ts';
import { createInboundHandlers } from './inbound.routes.ts';
import { createInboundService, type TakeReply } from './inbound.service.ts';
import { createInboundLane } from './reading/inbound-lane.ts';
import { createReturnPaths } from './return-path.ts';

export type { ReturnPaths } from './return-path.ts';

export function createInboundFeature(
  kernel: Pick<Kernel, 'database' | 'clock' | 'dns' | 'ids' | 'keys' | 'lanes' | 'log' | 'metrics'>,
  parts: {
    readonly bounced: BouncedAddresses;
    readonly partitions: MailPartitions;
    readonly takeReply: TakeReply;
  },
) {
  const returnPaths = createReturnPaths(kernel.keys);
  const lane = createInboundLane(kernel);
  const taken = kernel.metrics.counter({
    name: 'mail_inbound_total',
    help: 'Mails that were handed over as reports, by what became of them.',
    labelNames: ['outcome'],
  });
  const onTaken = (outcome: string): void => taken.inc({ outcome });
  return {
    handlers: createInboundHandlers(createInboundService({ ...kernel, ...parts, lane, returnPaths, onTaken })),
    api: { returnPaths },
    /** Ends the threads. */
    close: lane.close,
  };
}
