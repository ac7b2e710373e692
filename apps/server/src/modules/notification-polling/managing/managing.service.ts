// Shows senders and managers what becomes of announcements: who has read and acknowledged them, and how they would look.
import {
  acknowledgementSortStandard,
  resolvePageable,
  type SvcAnnouncementAcknowledgementQueryModel,
  type SvcAnnouncementPreviewModel,
  type SvcAnnouncementStatisticsModel,
  type SvcNotificationPollingAnnouncementModelInput,
} from '@keelson/contract';
import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { type Directory, mayManage, type Recipients, readAnnouncement, safeTexts } from '../announcement/feature.ts';
import { findAnnouncement } from '../record/announcement.store.ts';
import type { Announcement, Audience } from '../record/announcement.types.ts';
import { countKnownPeople, countMarks, countPassedBy, pageOfAcknowledgements } from './managing.store.ts';

const STATISTICS_MS = 60_000;
const STATISTICS_MAX = 1_000;

export interface ManagingParts extends Pick<Kernel, 'database' | 'clock'> {
  readonly directory: Directory;
  readonly recipients: Recipients;
}

const foldedOf = (names: readonly string[] | null): string[] => [...new Set((names ?? []).map(foldName))];
const isByGrant = ({ roles, authorities }: Audience): boolean => roles !== null || authorities !== null;

export function createManagingService({ database, clock, directory, recipients }: ManagingParts) {
  const counted = new LRUCache<string, { readonly atMs: number; readonly model: SvcAnnouncementStatisticsModel }>({
    max: STATISTICS_MAX,
  });

  const find = async (act: Act, uuid: string): Promise<Announcement> => {
    const found = await findAnnouncement(database, uuid);
    if (found !== null && mayManage(act.caller, found)) return found;
    return failNotFound('ANNOUNCEMENT_NOT_FOUND', { uuid });
  };
  const count = async (one: Announcement, nowMs: number): Promise<SvcAnnouncementStatisticsModel> => {
    const { audience } = one;
    const marks = await countMarks(database, one);
    const named = audience.users === null ? null : foldedOf(audience.users);
    // A watermark reads neither an announcement that must be acknowledged, nor one that is not live yet.
    const isPassed = one.publishSeq !== null && !one.acknowledgementRequired;
    return {
      readByReceipt: marks.read,
      readByWatermark: isPassed ? await countPassedBy(database, one, named, foldedOf(audience.excludeUsers)) : 0,
      estimated: isPassed && isByGrant(audience),
      dismissed: marks.dismissed,
      acknowledged: marks.acknowledged,
      asOf: new Date(nowMs).toISOString(),
    };
  };
  /** Estimates readers: names exactly, everybody by the people with a state, and those of a grant not at all. */
  const estimate = async (audiences: ReadonlyMap<string, Audience>): Promise<number | null> => {
    const all = [...audiences.values()];
    if (all.some(isByGrant)) return null;
    let sum = 0;
    for (const [tenant, { users, excludeUsers }] of audiences) {
      const excluded = foldedOf(excludeUsers);
      sum +=
        users === null
          ? await countKnownPeople(database, [tenant], excluded)
          : foldedOf(users).filter((name) => !excluded.includes(name)).length;
    }
    return sum;
  };

  return {
    async statistics(act: Act, uuid: string): Promise<SvcAnnouncementStatisticsModel> {
      const one = await find(act, uuid);
      const key = `${one.id} ${one.publishSeq}`;
      const nowMs = clock.now();
      const known = counted.get(key);
      if (known !== undefined && nowMs - known.atMs < STATISTICS_MS) return known.model;
      const model = await count(one, nowMs);
      counted.set(key, { atMs: nowMs, model });
      return model;
    },
    async acknowledgements(act: Act, uuid: string, body: SvcAnnouncementAcknowledgementQueryModel) {
      const one = await find(act, uuid);
      const request = resolvePageable(body.pageable, acknowledgementSortStandard);
      const { rows, total } = await pageOfAcknowledgements(database, one, request);
      const folded = rows.map(({ usernameFolded }) => usernameFolded);
      const people = await directory.authentication().findPeople(database, one.tenantIdentifier, folded);
      const names = new Map(people.map(({ usernameFolded, username }) => [usernameFolded, username]));
      const models = rows.map(({ usernameFolded, acknowledgedDate }) => ({
        username: names.get(usernameFolded) ?? usernameFolded,
        acknowledgedDate: acknowledgedDate.toISOString(),
      }));
      return pageBody(models, total, request);
    },
    async preview(
      act: Act,
      body: SvcNotificationPollingAnnouncementModelInput,
      ignoreUnknown: boolean,
    ): Promise<SvcAnnouncementPreviewModel> {
      const { fields, texts, tenants: asked } = readAnnouncement(body, clock.now());
      const tenants = await recipients.tenantsOf(act.caller, asked);
      const safe = safeTexts(fields.contentType, texts);
      const audiences = await recipients.audiencesOf(fields.audience, tenants, ignoreUnknown);
      return {
        texts: safe.map(({ locale, title, contentHtml }) => ({ locale, title, contentHtml })),
        audienceEstimate: await estimate(audiences),
        estimated: fields.audience.users === null || isByGrant(fields.audience),
      };
    },
  };
}
