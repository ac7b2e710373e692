// Finds what changed for one person behind a place, each change with the place behind it.
import type { SvcNotificationPollingAnnouncementModel, SvcPollingChangeModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { FindModels } from '../inbox/feature.ts';
import { toNotificationModel } from '../notification/feature.ts';
import { compileAudience, type Viewer } from '../record/audience.ts';
import type { Place } from '../record/cursor.ts';
import type { OwnView, OwnViews } from '../view/own-view.ts';
import {
  type ChangedAnnouncement,
  type ChangedNotification,
  findReadAlls,
  listChangedAnnouncements,
  listChangedNotifications,
  listOwnMarks,
  type OwnMark,
} from './changes.store.ts';

/** Changes of one answer; for more it is cheaper to read the pages anew, for both sides. */
const CHANGES_MAX = 200;
/** Announcements that are looked at, including those that only others see. */
const LOOKED_AT_MAX = 1_000;

/** Reader of changes, with languages. */
export interface Hearer {
  readonly caller: Caller;
  readonly viewer: Viewer;
  readonly locales: readonly string[];
}

export interface PlacedChange {
  readonly change: SvcPollingChangeModel;
  readonly place: Place;
}

export interface FoundChanges {
  readonly view: OwnView;
  readonly place: Place;
  /** Changes; null: there are too many, or only the pages show them. */
  readonly changes: readonly PlacedChange[] | null;
}

type Kind = SvcPollingChangeModel['kind'];
const nothing = { uuid: null, announcement: null, notification: null, readUpTo: null } as const;

export function placeOf({ changeSeq, notificationSeq, ownChangeSeq }: OwnView): Place {
  return { changeSeq, notificationSeq, ownSeq: ownChangeSeq };
}

/** Says whether the person may have it on a page, as it is or was for this person. */
export function mayHaveSeen(one: ChangedAnnouncement, viewer: Viewer, fromChangeSeq: number): boolean {
  return one.audienceSeq > fromChangeSeq || (compileAudience(one.audience)?.(viewer) ?? true);
}

/** Answers the number up to which all rows were sent: two of one number count only together. */
function passed(rows: readonly ChangedAnnouncement[], index: number): number {
  const { changeSeq } = rows[index]!;
  return rows[index + 1]?.changeSeq === changeSeq ? changeSeq - 1 : changeSeq;
}

interface Read {
  readonly announcements: readonly ChangedAnnouncement[];
  readonly marks: readonly OwnMark[];
  readonly notifications: readonly ChangedNotification[];
  readonly readAlls: Awaited<ReturnType<typeof findReadAlls>>;
}

interface VisibleModels {
  isVisible(id: number): boolean;
  modelOf(uuid: string): SvcNotificationPollingAnnouncementModel | undefined;
}

function announcementChanges(
  { announcements }: Read,
  hearer: Hearer,
  from: Place,
  { isVisible, modelOf }: VisibleModels,
): readonly PlacedChange[] {
  return announcements.flatMap((one, index): PlacedChange[] => {
    const place = { ...from, changeSeq: passed(announcements, index) };
    const announcement = modelOf(one.uuid);
    // A later change of it is sent as that change.
    if (isVisible(one.id) && announcement?.version !== one.version) return [];
    if (announcement !== undefined) {
      return [{ place, change: { ...nothing, kind: 'ANNOUNCEMENT', uuid: one.uuid, announcement } }];
    }
    if (!mayHaveSeen(one, hearer.viewer, from.changeSeq)) return [];
    return [{ place, change: { ...nothing, kind: 'ANNOUNCEMENT_REMOVED', uuid: one.uuid } }];
  });
}

function notificationChange(row: ChangedNotification, kind: Kind, place: Place): PlacedChange {
  const { uuid } = row;
  if (row.deleted) return { place, change: { ...nothing, kind: 'NOTIFICATION_REMOVED', uuid } };
  return { place, change: { ...nothing, kind, uuid, notification: toNotificationModel(row) } };
}

/** Lists the person's own marks, in their order. */
function ownChanges(
  { marks, notifications, readAlls }: Read,
  from: Place,
  to: Place,
  modelOf: (id: number) => SvcNotificationPollingAnnouncementModel | undefined,
): readonly PlacedChange[] {
  const at = (ownSeq: number): Place => ({ ...to, ownSeq });
  const changes: PlacedChange[] = [];
  for (const { id, ownSeq } of marks) {
    const announcement = modelOf(id);
    if (announcement === undefined) continue;
    changes.push({ place: at(ownSeq), change: { ...nothing, kind: 'STATE', uuid: announcement.uuid, announcement } });
  }
  for (const row of notifications) {
    if (row.seq <= from.notificationSeq) changes.push(notificationChange(row, 'STATE', at(row.ownSeq)));
  }
  const isNew = (ownSeq: number) => ownSeq > from.ownSeq && ownSeq <= to.ownSeq;
  const readUpTo = (publishSeq: number | null, notificationSeq: number | null, ownSeq: number) => {
    if (!isNew(ownSeq)) return;
    const change = { ...nothing, kind: 'STATE', readUpTo: { publishSeq, notificationSeq } } as const;
    changes.push({ place: at(ownSeq), change });
  };
  if (readAlls !== null) {
    readUpTo(readAlls.announcements.seq, null, readAlls.announcements.ownSeq);
    readUpTo(null, readAlls.notifications.seq, readAlls.notifications.ownSeq);
  }
  return changes.sort((left, right) => left.place.ownSeq - right.place.ownSeq);
}

export interface ChangeParts extends Pick<Kernel, 'database' | 'clock'> {
  readonly views: OwnViews;
  readonly findModels: FindModels;
}

export function createChanges({ database, clock, views, findModels }: ChangeParts) {
  const read = async ({ viewer }: Hearer, from: Place, to: Place): Promise<Read> => {
    const isOwn = from.ownSeq < to.ownSeq;
    const isSent = isOwn || from.notificationSeq < to.notificationSeq;
    return {
      announcements:
        from.changeSeq < to.changeSeq
          ? await listChangedAnnouncements(database, viewer.tenantIdentifier, from, to, LOOKED_AT_MAX + 1)
          : [],
      marks: isOwn ? await listOwnMarks(database, viewer, from, to) : [],
      notifications: isSent
        ? await listChangedNotifications(database, viewer, { from, to, limit: CHANGES_MAX + 1 })
        : [],
      readAlls: isOwn ? await findReadAlls(database, viewer) : null,
    };
  };

  const find = async (hearer: Hearer, from: Place, view: OwnView): Promise<readonly PlacedChange[] | null> => {
    const to = placeOf(view);
    const found = await read(hearer, from, to);
    if (found.announcements.length > LOOKED_AT_MAX) return null;
    const visible = new Set(view.visible.map(({ id }) => id));
    const heard = found.announcements.filter((one) => !visible.has(one.id) || !view.isMuted(one));
    const changed = new Set(heard.map(({ id }) => id).filter((id) => visible.has(id)));
    const marked = found.marks.map(({ id }) => id).filter((id) => visible.has(id) && !changed.has(id));
    if (changed.size + marked.length + found.notifications.length > CHANGES_MAX) return null;
    const models = await findModels(hearer.caller, { view, locales: hearer.locales }, [...changed, ...marked]);
    const byUuid = new Map(models.map((model) => [model.uuid, model]));
    const byId = new Map(models.map((model) => [model.id, model]));
    const now = new Date(clock.now());
    const live = found.notifications.filter(
      (row) => (row.expireDate === null || row.expireDate > now) && (row.deleted || !view.isMuted(row)),
    );
    const sent = { ...found, announcements: heard, notifications: live };
    const changes = [
      ...announcementChanges(sent, hearer, from, {
        isVisible: (id) => changed.has(id),
        modelOf: (uuid) => byUuid.get(uuid),
      }),
      ...live
        .filter(({ seq }) => seq > from.notificationSeq)
        .map((row) =>
          notificationChange(row, 'NOTIFICATION', { ...from, changeSeq: to.changeSeq, notificationSeq: row.seq }),
        ),
      ...ownChanges(sent, from, to, (id) => (changed.has(id) ? undefined : byId.get(id))),
    ];
    return changes.length > CHANGES_MAX ? null : changes;
  };

  return {
    /**
     * Finds the changes since the place that `from` answers for the present one; null there means that none can be
     * found.
     */
    async since(hearer: Hearer, from: (present: Place) => Place | null): Promise<FoundChanges> {
      const view = await views.of(hearer.viewer, true);
      const place = placeOf(view);
      const start = from(place);
      const isKnown = start !== null && start.ownSeq >= view.ownJoinedSeq;
      return { view, place, changes: isKnown ? await find(hearer, start, view) : null };
    },
  };
}

export type Changes = ReturnType<typeof createChanges>;
