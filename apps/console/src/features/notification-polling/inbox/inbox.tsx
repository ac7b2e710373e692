// Shows the inbox of a person: announcements and notifications, to be read, archived, dismissed and acknowledged.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { unreadQuery } from '../../../lib/live/unread.ts';
import { useCan } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { type Message, MessageCard } from '../../../ui/message/message-card.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { List, type PageRequest } from '../../../ui/table/list.tsx';
import { useListState } from '../../../ui/table/list-state.ts';
import { useInboxTexts } from './texts.ts';

type Announcement = Awaited<ReturnType<typeof api.notificationPolling.getAnnouncement>>['body'];
type Notification = Awaited<ReturnType<typeof api.notificationPolling.queryNotifications>>['body']['data'][number];
type Item =
  | { readonly kind: 'announcement'; readonly record: Announcement }
  | { readonly kind: 'notification'; readonly record: Notification };

const shownOf = { unread: { read: false }, all: {}, archived: { archived: true } } as const;

async function loadItems({ pageable: { pageNumber, pageSize }, text, filters }: PageRequest<never>) {
  const { kind, show = 'all' } = filters;
  const body = {
    pageable: { pageNumber, pageSize },
    ...shownOf[show as keyof typeof shownOf],
    ...(text === null ? {} : { searchText: text }),
  };
  if (kind === 'notifications') {
    const page = (await api.notificationPolling.queryNotifications({ body })).body;
    return { ...page, data: page.data.map((record): Item => ({ kind: 'notification', record })) };
  }
  const page = (await api.notificationPolling.queryPage({ body })).body;
  return { ...page, data: page.data.map((record): Item => ({ kind: 'announcement', record })) };
}

/** Leads to the task that a notification is about; null where it is about none. */
function taskAction({ kind, record }: Item, label: string): NonNullable<Message['action']> | null {
  const taskId = kind === 'notification' ? record.metadata?.taskId : null;
  return typeof taskId === 'string' ? { url: `/platform${address('task', { id: taskId })}`, label } : null;
}

function messageOf({ kind, record }: Item): Message {
  const { title, contentHtml, type, read, actionUrl, actionLabel } = record;
  const action = actionUrl === null ? null : { url: actionUrl, label: actionLabel ?? actionUrl };
  const shared = { title, html: contentHtml, type, read, action };
  return kind === 'announcement'
    ? { ...shared, date: record.publishDate, pinned: record.pinned }
    : { ...shared, date: record.dateCreated, count: record.groupCount };
}

/** Makes the marks of an item; each has the list read again, and the bell hears of it by itself. */
function useMarks({ kind, record }: Item) {
  const client = useQueryClient();
  const { notificationPolling: polling } = api;
  const input = { params: { uuid: record.uuid } };
  const marking = (mark: () => Promise<unknown>) => async (): Promise<void> => {
    await mark();
    await client.invalidateQueries({ queryKey: ['inbox'] });
  };
  const ofAnnouncement = kind === 'announcement';
  return {
    read: marking(() => (ofAnnouncement ? polling.readAnnouncement(input) : polling.readNotification(input))),
    unread: marking(() => (ofAnnouncement ? polling.unreadAnnouncement(input) : polling.unreadNotification(input))),
    archive: marking(() => (ofAnnouncement ? polling.archiveAnnouncement(input) : polling.archiveNotification(input))),
    unarchive: marking(() => polling.unarchiveAnnouncement(input)),
    dismiss: marking(() => polling.dismissAnnouncement(input)),
    acknowledge: marking(() => polling.acknowledgeAnnouncement(input)),
    remove: marking(() => polling.deleteNotification(input)),
  };
}

function ItemCard({ item }: { readonly item: Item }) {
  const texts = useInboxTexts();
  const can = useCan();
  const marks = useMarks(item);
  const { kind, record } = item;
  const waits = kind === 'announcement' && record.acknowledgementRequired && !record.acknowledged;
  const dismisses = kind === 'announcement' && record.dismissible && !record.dismissed && !waits;
  const look = { size: 'compact-sm', variant: 'subtle' } as const;
  const message = messageOf(item);
  const toTask = can('bpmnEngine.getTask') ? taskAction(item, texts.openTask) : null;
  return (
    <MessageCard
      message={{ ...message, action: message.action ?? toTask }}
      {...(record.read || waits ? {} : { onOpen: () => void marks.read() })}
      marks={
        <>
          {waits ? <Act label={texts.acknowledge} size="compact-sm" variant="filled" run={marks.acknowledge} /> : null}
          {waits ? null : record.read ? (
            <Act label={texts.markUnread} {...look} run={marks.unread} />
          ) : (
            <Act label={texts.markRead} {...look} run={marks.read} />
          )}
          {waits || record.archived ? null : (
            <Act
              label={texts.archive}
              {...look}
              done={texts.archived}
              run={marks.archive}
              {...(kind === 'announcement' ? { undo: marks.unarchive } : {})}
            />
          )}
          {record.archived && kind === 'announcement' ? (
            <Act label={texts.unarchive} {...look} run={marks.unarchive} />
          ) : null}
          {dismisses ? <Act label={texts.dismiss} {...look} done={texts.dismissed} run={marks.dismiss} /> : null}
          {kind === 'notification' ? (
            <Act
              label={texts.delete}
              {...look}
              color="red"
              question={texts.deleteQuestion}
              done={texts.deleted}
              run={marks.remove}
            />
          ) : null}
        </>
      }
    />
  );
}

function ReadAll() {
  const texts = useInboxTexts();
  const client = useQueryClient();
  const readAll = async (): Promise<void> => {
    // What came after the number that the bell shows stays unread.
    const { asOf } = await client.ensureQueryData(unreadQuery);
    await api.notificationPolling.readEverything({ body: { asOf } });
    await client.invalidateQueries({ queryKey: ['inbox'] });
  };
  return <Act label={texts.readAll} done={texts.readAllDone} run={readAll} />;
}

/** Leads whoever comes without a wish to the notifications, where these alone are unread: the bell counts both. */
function useKindWithUnread(): void {
  const [{ filters }, change] = useListState();
  const isOpen = filters.kind === undefined;
  const unread = useQuery({
    queryKey: ['inbox kind'],
    queryFn: async () => (await api.notificationPolling.getUnreadDetail()).body,
    enabled: isOpen,
    gcTime: 0,
    staleTime: 0,
  });
  const isElsewhere = unread.data?.announcements === 0 && unread.data.notifications > 0 && !unread.isFetching;
  const goThere = useRef((): void => undefined);
  goThere.current = () => change({ filters: { ...filters, kind: 'notifications' } });
  useEffect(() => {
    if (isOpen && isElsewhere) goThere.current();
  }, [isOpen, isElsewhere]);
}

export function Inbox() {
  const texts = useInboxTexts();
  useKindWithUnread();
  const kinds = [
    { value: 'announcements', label: texts.announcements },
    { value: 'notifications', label: texts.notifications },
  ];
  const shows = [
    { value: 'all', label: texts.all },
    { value: 'unread', label: texts.unread },
    { value: 'archived', label: texts.archivedOnes },
  ];
  return (
    <Page title={texts.title} actions={<ReadAll />}>
      <List
        name={['inbox']}
        label={texts.title}
        columns={[]}
        load={loadItems}
        keyOf={({ record }) => record.uuid}
        card={(item) => <ItemCard item={item} />}
        filters={[
          { id: 'kind', label: texts.kind, options: kinds },
          { id: 'show', label: texts.show, options: shows },
        ]}
        search={texts.search}
        empty={texts.empty}
      />
    </Page>
  );
}
