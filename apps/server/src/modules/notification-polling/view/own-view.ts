// Answers what one person sees now and has read of it: one statement, and the announcements in memory.
import { DAY_MS } from '@keelson/time-zone/units';
import type { Kernel } from '../../../kernel/module.ts';
import type { Viewer } from '../record/audience.ts';
import type { LiveAnnouncement, LiveAnnouncements, LiveSet } from './live-announcements.ts';
import { type Muted, makeUserState, type PollRow, type Receipt, readPoll } from './poll.store.ts';

/** Whoever comes for the first time has what went live within these days before him. */
const BASELINE_MS = 30 * DAY_MS;
/** The number of unread ones is exact up to here. */
export const COUNT_MAX = 1_000;
/** A tenant in which something changes at each of so many reads is answered as of the last one. */
const READS_MAX = 5;

export interface OwnView {
  readonly publishSeq: number;
  readonly changeSeq: number;
  readonly notificationSeq: number;
  /** What is not numbered beyond it is read without a receipt. */
  readonly watermark: number;
  readonly ownChangeSeq: number;
  /** Own changes that were followed up to a place before this one are told by the pages alone. */
  readonly ownJoinedSeq: number;
  /** Is ordered by id. */
  readonly visible: readonly LiveAnnouncement[];
  /** Answers null where there is none of the present number. */
  receiptOf(item: LiveAnnouncement): Receipt | null;
  /** What needs an acknowledgement is read by that alone. */
  isRead(item: LiveAnnouncement): boolean;
  /** Waits for an acknowledgement of this person. */
  isOpen(item: LiveAnnouncement): boolean;
  /** The person does not want to be told of it: it is listed, and neither counted nor pushed. */
  isMuted(
    one: Pick<LiveAnnouncement, 'type' | 'application'> & { readonly acknowledgementRequired?: boolean },
  ): boolean;
  /** Is unread, and counts: neither archived nor muted. */
  counts(item: LiveAnnouncement): boolean;
  /** Counts unread notifications, up to one more than COUNT_MAX. */
  readonly notifications: number;
  /** Changes with the newest of them. */
  readonly newest: string;
  /** Counts announcements that are neither read nor archived. */
  countAnnouncements(): number;
  /** Counts both, beyond COUNT_MAX too. */
  countUnread(): number;
}

function baselineOf({ items }: LiveSet, nowMs: number): number {
  let baseline = 0;
  for (const { publishSeq, publishDateMs } of items) {
    if (publishDateMs <= nowMs - BASELINE_MS && publishSeq > baseline) baseline = publishSeq;
  }
  return baseline;
}

/** What is critical, and what has to be acknowledged, is told to everybody. */
function mutingOf({ types, applications }: Muted): OwnView['isMuted'] {
  if (types.length + applications.length === 0) return () => false;
  return ({ type, application, acknowledgementRequired = false }) =>
    type !== 'CRITICAL' &&
    !acknowledgementRequired &&
    (types.includes(type) || (application !== null && applications.includes(application)));
}

function viewOf(viewer: Viewer, row: PollRow, set: LiveSet, nowMs: number): OwnView {
  const { publishSeq, changeSeq, notificationSeq, receipts, notifications, newest } = row;
  const state = row.state ?? { readSeq: 0, baselineSeq: baselineOf(set, nowMs), changeSeq: 0, joinedSeq: 0 };
  const watermark = Math.max(state.readSeq, state.baselineSeq);
  const visible = set.items.filter(
    (item) => item.endMs > nowMs && item.publishSeq <= publishSeq && (item.isFor === null || item.isFor(viewer)),
  );
  const receiptOf = (item: LiveAnnouncement): Receipt | null => {
    const receipt = receipts.get(item.id);
    return receipt !== undefined && receipt.publishSeq === item.publishSeq ? receipt : null;
  };
  const isRead = (item: LiveAnnouncement): boolean =>
    item.acknowledgementRequired
      ? receiptOf(item)?.acknowledged === true
      : (receiptOf(item)?.read ?? item.publishSeq <= watermark);
  const isMuted = mutingOf(row.muted);
  const counts = (item: LiveAnnouncement): boolean =>
    !isRead(item) && receiptOf(item)?.archived !== true && !isMuted(item);
  const countAnnouncements = (): number => {
    let count = 0;
    for (const item of visible) if (counts(item)) count += 1;
    return count;
  };
  return {
    publishSeq,
    changeSeq,
    notificationSeq,
    watermark,
    ownChangeSeq: state.changeSeq,
    ownJoinedSeq: state.joinedSeq,
    visible,
    receiptOf,
    isRead,
    isOpen: (item) => item.acknowledgementRequired && receiptOf(item)?.acknowledged !== true,
    isMuted,
    counts,
    notifications,
    newest,
    countAnnouncements,
    countUnread: () => notifications + countAnnouncements(),
  };
}

export function createOwnViews({
  database,
  clock,
  metrics,
  live,
}: Pick<Kernel, 'database' | 'clock' | 'metrics'> & { readonly live: LiveAnnouncements }) {
  const statements = metrics.histogram({
    name: 'polling_statement_seconds',
    help: 'Seconds that the statement of a poll took, waiting for a connection included.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1],
  });
  /** Reads again until numbers, receipts and announcements are of one moment. */
  const read = async (viewer: Viewer): Promise<{ readonly row: PollRow; readonly set: LiveSet }> => {
    const { tenantIdentifier } = viewer;
    for (let count = 1; ; count += 1) {
      const held = live.peek(tenantIdentifier);
      const fromId = held.items[0]?.id ?? 0;
      const begunMs = performance.now();
      const row = await readPoll(database, viewer, fromId, new Date(clock.now()));
      statements.observe((performance.now() - begunMs) / 1_000);
      const set = await live.atLeast(tenantIdentifier, row.changeSeq);
      const isWhole = (set.items[0]?.id ?? fromId) >= fromId;
      if (isWhole && (set.changeSeq === row.changeSeq || count >= READS_MAX)) return { row, set };
    }
  };
  return {
    /** `own` makes the state of whoever has never asked; looking at somebody else makes nothing. */
    async of(viewer: Viewer, own: boolean): Promise<OwnView> {
      const found = await read(viewer);
      const nowMs = clock.now();
      if (!own || found.row.state !== null) return viewOf(viewer, found.row, found.set, nowMs);
      await makeUserState(database, viewer, baselineOf(found.set, nowMs));
      const made = await read(viewer);
      return viewOf(viewer, made.row, made.set, nowMs);
    },
  };
}

export type OwnViews = ReturnType<typeof createOwnViews>;
