// Takes what comes back: reports of mail servers about mails that were sent, and answers to invitations.
import type { SvcNotificationInboundModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { CalendarReply, ReplyOutcome } from '../record/calendar-reply.types.ts';
import type { InboundLane } from './reading/inbound-lane.ts';
import type { ReadInbound } from './reading/read-inbound.ts';
import { createTakeReport, type ReportParts } from './take-report.ts';

/** Takes an answer to an invitation whose sender is proven. */
export type TakeReply = (act: Act, reply: CalendarReply) => Promise<ReplyOutcome>;

export interface InboundParts extends ReportParts, Pick<Kernel, 'log'> {
  readonly takeReply: TakeReply;
  readonly lane: Pick<InboundLane, 'read' | 'isProven'>;
  readonly onTaken: (outcome: SvcNotificationInboundModel['outcome'] | 'TOO_RICH') => void;
}

export function createInboundService({ log, takeReply, lane, onTaken, ...parts }: InboundParts) {
  const takeReport = createTakeReport(parts);

  async function takeRead(act: Act, bytes: Uint8Array, read: ReadInbound) {
    const tenant = act.caller.tenantIdentifier;
    switch (read.kind) {
      case 'REPORT':
        return takeReport(act, read.report);
      case 'REPLY':
        return (await lane.isProven(tenant, bytes, read.reply.from)) ? takeReply(act, read.reply) : 'NOT_ATTRIBUTED';
      case 'TOO_RICH':
        log.warn(
          { tenant, excess: read.excess, bytes: bytes.length },
          'a mail that came back is more than a report and was not read',
        );
        return 'NO_REPORT';
      case 'NEITHER':
        return 'NO_REPORT';
    }
  }

  return {
    /**
     * Takes a mail. It never causes another mail: two programs would write to each other for ever. 429 where too many
     * wait.
     */
    async take(act: Act, bytes: Uint8Array): Promise<SvcNotificationInboundModel> {
      const read = await lane.read(act.caller.tenantIdentifier, bytes);
      const outcome = await takeRead(act, bytes, read);
      onTaken(read.kind === 'TOO_RICH' ? read.kind : outcome);
      return { outcome };
    },
  };
}

export type InboundService = ReturnType<typeof createInboundService>;
