// Counts what the person has not read, as it happens in every tab, and leads to the inbox.
import { ActionIcon } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { address } from '../../lib/address.ts';
import { type Unread, unreadQuery } from '../../lib/live/unread.ts';
import { useLive } from '../../lib/live/use-live.ts';
import { formatNumber, useLanguage } from '../../lib/locale.ts';
import { Icon } from '../../ui/icon/icon.tsx';
import { useShellTexts } from './texts.ts';

/** Bound up to which the server counts. */
const COUNTED_MAX = 1_000;

const CHANGES = ['announcement', 'announcement-removed', 'notification', 'notification-removed', 'state'];

export function Bell() {
  const texts = useShellTexts();
  const language = useLanguage();
  const client = useQueryClient();
  const { data } = useQuery(unreadQuery);
  useLive(
    'notificationPolling.streamChanges',
    {},
    [
      // Its events carry the number: asked for is what may have been missed.
      { key: unreadQuery.queryKey, events: [], passive: true },
      { key: ['inbox'], events: CHANGES },
    ],
    (events) => {
      const newest = events.findLast(({ event }) => event === 'unread' || event === 'ready');
      if (newest === undefined) return;
      const { total, unread, asOf } = newest.data;
      const counted = { total: Number(total ?? unread), asOf: String(asOf) };
      client.setQueryData<Unread>(unreadQuery.queryKey, (before) => before && { ...before, ...counted });
    },
  );
  const count = data?.total ?? 0;
  const shown = `${formatNumber(count, language)}${count >= COUNTED_MAX ? '+' : ''}`;
  const label = texts.unread(count, shown);
  return (
    <ActionIcon
      component={Link}
      to={address('inbox')}
      className="k-bell"
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
    >
      <Icon name="bell" />
      {count === 0 ? null : (
        <span className="k-bell-count" aria-hidden="true">
          {shown}
        </span>
      )}
    </ActionIcon>
  );
}
