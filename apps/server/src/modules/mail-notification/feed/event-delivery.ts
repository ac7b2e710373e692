// Hands other modules the changes of mails that have not arrived, those of each mail in their order, at least once.
import { type Cursor, positionBelow } from '../../../kernel/database/commit-horizon.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { createModuleDelivery } from '../../../kernel/module-events/module-delivery.ts';
import { createModuleHandlers } from '../../../kernel/module-events/module-handlers.ts';
import { createUndeliveredStore } from '../../../kernel/module-events/undelivered.store.ts';
import { createUndeliveredWatch } from '../../../kernel/module-events/undelivered-watch.ts';
import { keepDeliveryPlace, takeDeliveryTurn } from './event-delivery.store.ts';
import { createFeedStore, LAST_ID, type StatusChange } from './feed.store.ts';
import { type MailStatusChanged, REPORTED_STATUSES } from './mail-event.types.ts';

/**
 * Transactions of the database after which the place is written though nothing was delivered: an idle server writes
 * nothing.
 */
const TRANSACTIONS_PASSED_OVER = 10_000n;

function isFarFrom(place: Cursor, passed: Cursor): boolean {
  return BigInt(passed.xid) - BigInt(place.xid) >= TRANSACTIONS_PASSED_OVER;
}

function eventOf({ place, at, from, to, mail }: StatusChange): MailStatusChanged {
  const { uuid, groupUuid, tenantIdentifier, createdBy, metadata } = mail;
  return {
    id: place.order,
    kind: 'mail.status-changed',
    at,
    tenantIdentifier,
    uuid,
    groupUuid,
    createdBy,
    from,
    to: to as MailStatusChanged['to'],
    metadata,
  };
}

export function createEventDelivery(kernel: Pick<Kernel, 'clock' | 'database' | 'log' | 'metrics' | 'readiness'>) {
  const { clock, database, log } = kernel;
  const undelivered = createUndeliveredStore({ name: 'mail_undelivered', table: 'mail_event_untold' });
  const watch = createUndeliveredWatch(kernel, { name: 'mail-events-undelivered', metric: 'mail', undelivered });
  const handlers = createModuleHandlers<MailStatusChanged>();
  const deliverToModules = createModuleDelivery({
    clock,
    log,
    handlers,
    undelivered,
    subjectOf: ({ uuid }) => uuid,
    onUndelivered: watch.wake,
  });
  const ends = createFeedStore('mail_feed_ends', REPORTED_STATUSES);

  /** Delivers a page; answers whether there is more. */
  async function deliverPage(tx: Transaction): Promise<boolean> {
    const turn = await takeDeliveryTurn(tx);
    if (turn === null) return false;
    if (turn.place === null) {
      await keepDeliveryPlace(tx, await ends.position(tx));
      return false;
    }
    const page = await ends.readOn(tx, turn.place);
    await deliverToModules(tx, async (deliver) => {
      for (const change of page.items) await deliver(eventOf(change));
    });
    const passed = page.horizon === null ? page.cursor : positionBelow(page.horizon, LAST_ID);
    if (passed !== null && (page.items.length > 0 || isFarFrom(turn.place, passed)))
      await keepDeliveryPlace(tx, passed);
    return page.horizon === null;
  }
  return {
    watch,
    register: handlers.register,
    async run(): Promise<void> {
      if (!handlers.hasAny()) return;
      while (await database.transaction(deliverPage));
    },
    isHeard: handlers.hasAny,
  };
}
