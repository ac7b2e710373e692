// Shows one announcement: as people see it, for whom it is, who has read it, and what can be done with it.
import { Button, Table } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { formatNumber, useLanguage } from '../../../lib/locale.ts';
import { useCan } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { MessageCard } from '../../../ui/message/message-card.tsx';
import { NoRecord } from '../../../ui/page/no-record.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';
import { Empty, Failed, Loading } from '../../../ui/page/states.tsx';
import { To } from '../../../ui/page/to.tsx';
import { ScrollBox } from '../../../ui/table/scroll-box.tsx';
import { When } from '../../../ui/text/when.tsx';
import { announcementQuery, canChange, startOf } from './announcement-data.ts';
import { AnnouncementState } from './announcement-state.tsx';
import type { Announcement } from './compose-data.ts';
import { useAnnouncementsTexts } from './texts.ts';

/** The newest of them are shown; all of them can be asked for by programs. */
const ACKNOWLEDGEMENTS_SHOWN = 100;

export function AnnouncementPage() {
  const { uuid = '' } = useParams({ strict: false });
  const texts = useAnnouncementsTexts();
  const language = useLanguage();
  const announcement = useQuery(announcementQuery(uuid, language));
  if (announcement.data === undefined) return <NoRecord query={announcement} />;
  const { data } = announcement;
  const action = data.actionUrl === null ? null : { url: data.actionUrl, label: data.actionLabel ?? data.actionUrl };
  return (
    <Page
      query={announcement}
      title={data.title}
      subtitle={<To to={address('announcements')}>{texts.all}</To>}
      actions={<AnnouncementActs announcement={data} />}
    >
      <Section title={texts.seen}>
        <MessageCard
          startsOpen
          message={{
            title: data.title,
            html: data.contentHtml,
            type: data.type,
            date: data.publishDate ?? data.startDate,
            read: true,
            pinned: data.pinned,
            action,
          }}
        />
      </Section>
      <Facts announcement={data} />
      {data.publishDate === null ? null : <Statistics announcement={data} />}
    </Page>
  );
}

function AnnouncementActs({ announcement }: { readonly announcement: Announcement }) {
  const { uuid, title, status } = announcement;
  const texts = useAnnouncementsTexts();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { publishAnnouncement, withdrawAnnouncement, deleteAnnouncement } = api.notificationPolling;
  const input = { params: { uuid } };
  const acting = (act: () => Promise<unknown>) => async (): Promise<void> => {
    await act();
    await client.invalidateQueries({ queryKey: ['announcements'] });
  };
  const isLive = status === 'PUBLISHED' || status === 'SCHEDULED';
  return (
    <>
      {canChange(announcement) ? (
        <Button variant="default" component={Link} to={address('announcementEdit', { uuid })}>
          {texts.edit}
        </Button>
      ) : null}
      {canChange(announcement) ? (
        <Act
          label={status === 'DRAFT' ? texts.publish : texts.publishNow}
          variant="filled"
          question={texts.publishQuestion}
          run={acting(() => publishAnnouncement(input))}
        />
      ) : null}
      {isLive ? (
        <Act
          label={texts.withdraw}
          question={texts.withdrawQuestion(title)}
          done={texts.withdrawn}
          run={acting(() => withdrawAnnouncement(input))}
        />
      ) : null}
      <Act
        label={texts.delete}
        color="red"
        question={texts.deleteQuestion(title)}
        done={texts.deleted}
        run={async () => {
          await deleteAnnouncement(input);
          await client.invalidateQueries({ queryKey: ['announcements'], refetchType: 'none' });
          await navigate({ to: address('announcements') });
        }}
      />
    </>
  );
}

function Facts({ announcement }: { readonly announcement: Announcement }) {
  const texts = useAnnouncementsTexts();
  const { status, type, endDate, createdBy, audience } = announcement;
  const start = startOf(announcement);
  const lists = (['users', 'roles', 'authorities'] as const).flatMap((name) => {
    const chosen = audience?.[name] ?? [];
    return chosen.length === 0 ? [] : [`${texts.audiences[name]}: ${chosen.join(', ')}`];
  });
  return (
    <Section title={texts.facts}>
      <dl className="k-facts">
        <dt>{texts.status}</dt>
        <dd>
          <AnnouncementState status={status} />
        </dd>
        <dt>{texts.whom}</dt>
        <dd>{lists.length === 0 ? texts.audiences.all : lists.join('; ')}</dd>
        <dt>{texts.type}</dt>
        <dd>{texts.types[type]}</dd>
        <dt>{texts.start}</dt>
        <dd>{start === null ? texts.atOnce : <When date={start} />}</dd>
        <dt>{texts.end}</dt>
        <dd>
          <When date={endDate} />
        </dd>
        <dt>{texts.by}</dt>
        <dd>{createdBy}</dd>
      </dl>
    </Section>
  );
}

function Statistics({ announcement: { uuid, acknowledgementRequired } }: { readonly announcement: Announcement }) {
  const texts = useAnnouncementsTexts();
  const language = useLanguage();
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['announcements', uuid, 'statistics'],
    queryFn: async () => (await api.notificationPolling.getStatistics({ params: { uuid } })).body,
  });
  const count = (value: number): string => formatNumber(value, language);
  return (
    <Section title={texts.statistics}>
      {isError ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !isError ? <Loading /> : null}
      {data === undefined ? null : (
        <dl className="k-facts">
          <dt>{texts.readIt}</dt>
          <dd>{count(data.readByReceipt)}</dd>
          <dt>{texts.readAll}</dt>
          <dd>{data.estimated ? texts.atMost(count(data.readByWatermark)) : count(data.readByWatermark)}</dd>
          <dt>{texts.dismissed}</dt>
          <dd>{count(data.dismissed)}</dd>
          <dt>{texts.acknowledged}</dt>
          <dd>{count(data.acknowledged)}</dd>
          <dt>{texts.counted}</dt>
          <dd>
            <When date={data.asOf} distance />
          </dd>
        </dl>
      )}
      {acknowledgementRequired ? <Acknowledgements uuid={uuid} /> : null}
    </Section>
  );
}

function Acknowledgements({ uuid }: { readonly uuid: string }) {
  const texts = useAnnouncementsTexts();
  const can = useCan();
  const { data } = useQuery({
    queryKey: ['announcements', uuid, 'acknowledgements'],
    enabled: can('notificationPolling.pageAcknowledgements'),
    queryFn: async () => {
      const body = { pageable: { pageSize: ACKNOWLEDGEMENTS_SHOWN } };
      return (await api.notificationPolling.pageAcknowledgements({ params: { uuid }, body })).body;
    },
  });
  if (data === undefined) return null;
  if (data.data.length === 0) return <Empty>{texts.nobodyYet}</Empty>;
  return (
    <ScrollBox label={texts.acknowledged}>
      <Table mt="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.who}</Table.Th>
            <Table.Th>{texts.acknowledgedOn}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.data.map(({ username, acknowledgedDate }) => (
            <Table.Tr key={username}>
              <Table.Td>{username}</Table.Td>
              <Table.Td>
                <When date={acknowledgedDate} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {data.totalElements > data.data.length ? <p>{texts.newest(data.data.length, data.totalElements)}</p> : null}
    </ScrollBox>
  );
}
