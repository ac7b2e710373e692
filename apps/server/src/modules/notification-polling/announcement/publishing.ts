// Puts announcements live under the head row of their tenant, and bounds how many of them there are.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { changeAnnouncement, countLiveAnnouncements } from '../record/announcement.store.ts';
import { type Announcement, LIVE_MAX } from '../record/announcement.types.ts';
import { type Head, raiseHead } from '../record/head.store.ts';
import type { Signals } from '../record/signals.ts';
import { saveReceiptsOfSenders } from '../view/poll.store.ts';

export function createPublishing({
  clock,
  signals,
  wake,
}: Pick<Kernel, 'clock'> & {
  readonly signals: Signals;
  /** Called after the commit of a change, so that the publisher looks for the next due date. */
  readonly wake: () => void;
}) {
  /** Raises the numbers of the tenant, and notifies every process after the commit. */
  const raise = async (tx: Transaction, tenantIdentifier: string, published: 0 | 1): Promise<Head> => {
    const head = await raiseHead(tx, tenantIdentifier, published);
    signals.headRaised(tx, tenantIdentifier, head);
    return head;
  };
  return {
    wake,
    raise,
    /** 422 ANNOUNCEMENT_LIMIT_EXCEEDED where one more would be too many; the caller holds the head row. */
    async requireRoom(tx: Transaction, tenantIdentifier: string): Promise<void> {
      const count = await countLiveAnnouncements(tx, tenantIdentifier);
      if (count >= LIVE_MAX) fail('ANNOUNCEMENT_LIMIT_EXCEEDED', { parameters: { limit: LIVE_MAX } });
    },
    /**
     * Publishes an announcement with the next number; the caller holds the head row. Its sender counts as having read
     * it.
     */
    async publish(tx: Transaction, one: Announcement): Promise<Announcement> {
      const head = await raise(tx, one.tenantIdentifier, 1);
      const live: Announcement = {
        ...one,
        version: one.version + 1,
        status: 'PUBLISHED',
        publishDate: new Date(clock.now()),
        publishSeq: head.publishSeq,
      };
      await changeAnnouncement(tx, live, head.changeSeq);
      await saveReceiptsOfSenders(tx, [one.id]);
      return live;
    },
    /** Gives a live announcement a new number, so that it is unread for everybody again. */
    async renew(tx: Transaction, one: Announcement): Promise<Announcement> {
      const head = await raise(tx, one.tenantIdentifier, 1);
      const renewed = { ...one, publishDate: new Date(clock.now()), publishSeq: head.publishSeq };
      await changeAnnouncement(tx, renewed, head.changeSeq);
      return renewed;
    },
    /** Writes a change that every process has to see. */
    async change(tx: Transaction, one: Announcement): Promise<Announcement> {
      const head = await raise(tx, one.tenantIdentifier, 0);
      await changeAnnouncement(tx, one, head.changeSeq);
      return one;
    },
  };
}

export type Publishing = ReturnType<typeof createPublishing>;
