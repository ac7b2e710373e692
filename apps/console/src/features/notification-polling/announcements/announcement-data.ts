// Reads an announcement, and says whether it can still be changed.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import type { Language } from '../../../lib/locale.ts';
import type { Announcement } from './compose-data.ts';

export function announcementQuery(uuid: string, language: Language) {
  return queryOptions({
    queryKey: ['announcements', uuid, language],
    // In another language it is the same one: what stands on the page stays until it is there.
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<Announcement> =>
      (await api.notificationPolling.getAnnouncement({ params: { uuid }, query: { locale: language } })).body,
  });
}

/** Whether an announcement can be changed, which it can while nobody has seen it. */
export function canChange({ status }: Announcement): boolean {
  return status === 'DRAFT' || status === 'SCHEDULED';
}

/** When an announcement starts; null for a draft that starts at once, as it has no date yet. */
export function startOf({ status, startDate }: Announcement): string | null {
  return status === 'DRAFT' && Date.parse(startDate) <= Date.now() ? null : startDate;
}
