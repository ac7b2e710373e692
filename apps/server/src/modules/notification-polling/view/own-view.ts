// Computes what one person sees now and has read: by one statement, and the announcements in memory.
import { DAY_MS } from '@keelson/time-zone/units';
import type { Kernel } from '../../../kernel/module.ts';
import type { Viewer } from '../record/audience.ts';
import type { LiveAnnouncement, LiveAnnouncements, LiveSet } from './live-announcements.ts';
import { type Muted, makeUserState, type PollRow, type Receipt, readPoll } from './poll.store.ts';

/** Age of announcements that a person with the first request still gets as unread. */
const BASELINE_MS = 30 * DAY_MS;
/** The number of unread ones is exact up to here. */
export const COUNT_MAX = 1_000;
/** Attempts at a consistent read; after that the last one counts. */
const READS_MAX = 5;

export interface OwnView {
  readonly publishSeq: number;
  readonly changeSeq: number;
  readonly notificationSeq: number;
  /** Number up to which announcements without a receipt are read. */
  readonly watermark: number;
  readonly ownChangeSeq: number;
  /** Place of a join of two names: own changes before it are shown by the pages alone. */
  readonly ownJoinedSeq: number;
  /** Ordered by id. */
  readonly visible: readonly LiveAnnouncement[];
  /** Finds the receipt of the present number, or null. */
  receiptOf(item: LiveAnnouncement): Receipt | null;
  /** Says whether it is read; one with acknowledgement is read by that alone. */
  isRead(item: LiveAnnouncement): boolean;
  /** Says whether it waits for an acknowledgement of this person. */
  isOpen(item: LiveAnnouncement): boolean;
  /** Says whether the person has muted it: it is listed, and neither counted nor pushed. */
  isMuted(
    one: Pick<LiveAnnouncement, 'type' | 'application'> & { readonly acknowledgementRequired?: boolean },
  ): boolean;
  /** Says whether it counts as unread: neither archived nor muted. */
  counts(item: LiveAnnouncement): boolean;
  /** Number of unread notifications, up to one more than COUNT_MAX. */
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

/** Makes the test; critical announcements, and those to be acknowledged, cannot be muted. */
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
  /** Reads again until numbers, receipts and announcements are consistent. */
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
    /** Answers the view; `own` creates a missing state; viewing another person creates none. */
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
