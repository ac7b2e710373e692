// Pages and shows announcements; looking marks nothing.
import { hash } from 'node:crypto';
import {
  announcementSortStandard,
  resolvePageable,
  type SvcNotificationPollingAnnouncementModel,
  type SvcNotificationPollingAnnouncementQueryModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { failAuthority } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { MANAGE, mayManage, type Showing, viewerOf } from '../announcement/feature.ts';
import { findAnnouncement } from '../record/announcement.store.ts';
import { writeAsOf } from '../record/as-of.ts';
import { toAnnouncementModel } from '../view/announcement.wire.ts';
import type { Locales } from '../view/locales.ts';
import type { OwnView, OwnViews } from '../view/own-view.ts';
import { type AnnouncementQuery, type PagedAnnouncement, pageAnnouncements } from './announcement-page.store.ts';

type Query = SvcNotificationPollingAnnouncementQueryModel;

export interface PageParts extends Pick<Kernel, 'database'> {
  readonly views: OwnViews;
  readonly locales: Locales;
  readonly showing: Showing;
}

/** Refuses a query that needs a manager before anything is read. */
function requireMayAsk(act: Act, { scope, activeOn }: Query): void {
  const isManaged = scope === 'ALL' || (activeOn !== null && activeOn !== undefined);
  if (isManaged && !act.caller.holds(MANAGE)) failAuthority(MANAGE);
}

function queryOf(caller: Caller, body: Query, view: OwnView, locales: readonly string[]): AnnouncementQuery {
  const activeOn = body.activeOn == null ? null : new Date(body.activeOn);
  const isMine = body.scope !== 'ALL' && activeOn === null;
  return {
    person: viewerOf(caller),
    watermark: view.watermark,
    locales,
    liveIds: isMine ? view.visible.map(({ id }) => id) : null,
    activeOn,
    searchText: body.searchText == null || body.searchText === '' ? null : body.searchText,
    typeList: body.typeList ?? null,
    displayTypeList: body.displayTypeList ?? null,
    statusList: body.statusList ?? null,
    uuidList: body.uuidList ?? null,
    read: body.read ?? null,
    archived: body.archived ?? false,
    dismissed: body.dismissed ?? null,
    acknowledged: body.acknowledged ?? null,
    startDateFrom: body.startDateFrom ?? null,
    startDateTo: body.startDateTo ?? null,
    createdByFolded: body.createdBy == null ? null : foldName(body.createdBy),
    application: body.application ?? null,
  };
}

function modelOf(caller: Caller, row: PagedAnnouncement): SvcNotificationPollingAnnouncementModel {
  const { locale, title, content, contentHtml, read, readDate, archived, dismissed, ...rest } = row;
  const { acknowledged, acknowledgedDate, ...one } = rest;
  return toAnnouncementModel(one, {
    text: { locale, title, content, contentHtml },
    allTexts: null,
    showsAudience: caller.holds(MANAGE),
    marks: { read, readDate, archived, dismissed, acknowledged, acknowledgedDate },
  });
}

/** Finds those of the announcements that a person sees, with the person's marks, unordered. */
export type FindModels = (
  caller: Caller,
  shown: { readonly view: OwnView; readonly locales: readonly string[] },
  ids: readonly number[],
) => Promise<readonly SvcNotificationPollingAnnouncementModel[]>;

export function createModelsOf({ database }: Pick<Kernel, 'database'>): FindModels {
  return async (caller, { view, locales }, ids) => {
    if (ids.length === 0) return [];
    const query = { ...queryOf(caller, {}, view, locales), liveIds: ids, archived: null };
    const page = { pageNumber: 0, pageSize: ids.length, sort: announcementSortStandard };
    const { rows } = await pageAnnouncements(database, query, page);
    return rows.map((row) => modelOf(caller, row));
  };
}

export function createPageService({ database, views, locales, showing }: PageParts) {
  return {
    async page(act: Act, body: Query) {
      requireMayAsk(act, body);
      const request = resolvePageable(body.pageable, announcementSortStandard);
      const view = await views.of(viewerOf(act.caller), true);
      const query = queryOf(act.caller, body, view, await locales.of(act, body.locale));
      const { rows, total } = await pageAnnouncements(database, query, request);
      const models = rows.map((row) => modelOf(act.caller, row));
      return { body: pageBody(models, total, request), asOf: writeAsOf(view) };
    },
    async find(act: Act, uuid: string, locale: string | undefined) {
      const found = await findAnnouncement(database, uuid);
      if (found === null) return failNotFound('ANNOUNCEMENT_NOT_FOUND', { uuid });
      if (!mayManage(act.caller, found)) {
        const { visible } = await views.of(viewerOf(act.caller), true);
        if (!visible.some(({ id }) => id === found.id)) failNotFound('ANNOUNCEMENT_NOT_FOUND', { uuid });
      }
      const model = await showing.show(act, found, locale);
      return { model, etag: `"${hash('sha256', JSON.stringify(model), 'base64url')}"` };
    },
  };
}
