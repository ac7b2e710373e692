// Asks how much the person has not read; the bell and the inbox share the answer.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

export type Unread = Awaited<ReturnType<typeof api.notificationPolling.getUnreadDetail>>['body'];

export const unreadQuery = queryOptions({
  queryKey: ['unread'],
  queryFn: async (): Promise<Unread> => (await api.notificationPolling.getUnreadDetail()).body,
});
