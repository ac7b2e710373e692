// Lists the announcements of a tenant, whatever has become of them.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { useCan } from '../../../lib/session.ts';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { When } from '../../../ui/text/when.tsx';
import { startOf } from './announcement-data.ts';
import { AnnouncementState, type AnnouncementStatus } from './announcement-state.tsx';
import type { Announcement } from './compose-data.ts';
import { useAnnouncementsTexts } from './texts.ts';

type Sort = 'startDate' | 'title' | 'type' | 'priority';

async function loadAnnouncements({ pageable, text, filters: { status = '' } }: PageRequest<Sort>) {
  const body = {
    pageable: { sort: { properties: ['startDate'] as const, direction: 'DESC' as const }, ...pageable },
    scope: 'ALL' as const,
    ...(text === null ? {} : { searchText: text }),
    ...(status === '' ? {} : { statusList: [status as AnnouncementStatus] }),
  };
  return (await api.notificationPolling.queryPage({ body })).body;
}

export function Announcements() {
  const texts = useAnnouncementsTexts();
  const can = useCan();
  const columns: readonly Column<Announcement, Sort>[] = [
    { id: 'title', label: texts.heading, sort: 'title', cell: ({ title }) => title },
    { id: 'status', label: texts.status, cell: ({ status }) => <AnnouncementState status={status} /> },
    { id: 'type', label: texts.type, sort: 'type', wide: true, cell: ({ type }) => texts.types[type] },
    {
      id: 'start',
      label: texts.start,
      sort: 'startDate',
      wide: true,
      cell: (announcement) => <When date={startOf(announcement)} />,
    },
    { id: 'end', label: texts.end, wide: true, cell: ({ endDate }) => <When date={endDate} /> },
    { id: 'by', label: texts.by, wide: true, cell: ({ createdBy }) => createdBy },
  ];
  const statuses = Object.entries(texts.statuses).map(([value, label]) => ({ value, label }));
  const create = (label: string) =>
    can('notificationPolling.send') ? (
      <Button component={Link} to={address('announcementNew')} leftSection={<Icon name="plus" size={16} />}>
        {label}
      </Button>
    ) : undefined;
  return (
    <Page title={texts.title} actions={create(texts.new)}>
      <List
        name={['announcements']}
        label={texts.title}
        columns={columns}
        load={loadAnnouncements}
        keyOf={({ uuid }) => uuid}
        linkOf={({ uuid }) => address('announcement', { uuid })}
        filters={[{ id: 'status', label: texts.status, options: [{ value: '', label: texts.any }, ...statuses] }]}
        search={texts.search}
        empty={texts.empty}
        emptyAction={create(texts.first)}
      />
    </Page>
  );
}
