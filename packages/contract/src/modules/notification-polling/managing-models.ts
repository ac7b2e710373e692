// Declares what senders and managers are shown of announcements.
import type { Static } from 'typebox';
import { page, pageable } from '../../models/paging.ts';
import { queryModel } from '../../models/read-as.ts';
import { closed, dateTime, flag, integer, list, nullable, text } from '../../models/schema.ts';

export const SvcAnnouncementStatisticsModel = closed(
  {
    readByReceipt: integer('People who read this one, its sender among them.'),
    readByWatermark: integer('People for whom a read-all, or their first visit, covered it; see estimated.'),
    estimated: flag('readByWatermark is an upper bound: who holds a role or an authority is not counted.'),
    dismissed: integer('People who dismissed it.'),
    acknowledged: integer('People who acknowledged it.'),
    asOf: dateTime('When they were counted: at most a minute ago.'),
  },
  'SvcAnnouncementStatisticsModel',
);
export type SvcAnnouncementStatisticsModel = Static<typeof SvcAnnouncementStatisticsModel>;

export const SvcAnnouncementAcknowledgementModel = closed(
  { username: text('Who.'), acknowledgedDate: dateTime('When.') },
  'SvcAnnouncementAcknowledgementModel',
);
export type SvcAnnouncementAcknowledgementModel = Static<typeof SvcAnnouncementAcknowledgementModel>;

export const acknowledgementSortStandard = { properties: ['acknowledgedDate'], direction: 'DESC' } as const;

export const SvcAnnouncementAcknowledgementQueryModel = queryModel(
  { pageable: pageable(['acknowledgedDate', 'username'], acknowledgementSortStandard) },
  'SvcAnnouncementAcknowledgementQueryModel',
);
export type SvcAnnouncementAcknowledgementQueryModel = Static<typeof SvcAnnouncementAcknowledgementQueryModel>;

export const SvcPageOfAcknowledgements = page(SvcAnnouncementAcknowledgementModel);

const preview = closed(
  {
    locale: text('Locale.'),
    title: text('Title.'),
    contentHtml: text('Safe HTML made of content, as it would be shown.'),
  },
  'SvcAnnouncementPreviewTextModel',
);

export const SvcAnnouncementPreviewModel = closed(
  {
    texts: list(preview, 'By locale, in the order in which they were given.'),
    audienceEstimate: nullable(
      integer('People whom it would be for: exact for named ones; null where roles or authorities decide.'),
    ),
    estimated: flag('False: the number is exact.'),
  },
  'SvcAnnouncementPreviewModel',
);
export type SvcAnnouncementPreviewModel = Static<typeof SvcAnnouncementPreviewModel>;
