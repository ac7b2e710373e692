// Lists the mails of a tenant as they leave, counted by what has become of them.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { formatNumber, useLanguage } from '../../../lib/locale.ts';
import { useCan } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { To } from '../../../ui/page/to.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { useListState } from '../../../ui/table/list-state.ts';
import { showNotice } from '../../../ui/text/notice.tsx';
import { When } from '../../../ui/text/when.tsx';
import { MailState, type MailStatus, retryable } from './mail-state.tsx';
import { MailTabs } from './mail-tabs.tsx';
import { useMailsTexts } from './texts.ts';

type Mail = Awaited<ReturnType<typeof api.mailNotification.getMailByUuid>>['body'];
type Sort = 'dateCreated' | 'status' | 'templateCode';

/** Reads from the address what both the list and the counts ask for. */
function filtersOf(text: string | null, status: string | undefined) {
  return {
    ...(text === null || text === '' ? {} : { recipient: text }),
    ...(status === undefined || status === '' ? {} : { statusList: [status as MailStatus] }),
  };
}

async function loadMails({ pageable, text, filters }: PageRequest<Sort>) {
  return (await api.mailNotification.queryMailPage({ body: { pageable, ...filtersOf(text, filters.status) } })).body;
}

function receivers({ recipientList }: Mail): string {
  const [first, ...others] = recipientList;
  return `${first?.address ?? '–'}${others.length === 0 ? '' : ` +${others.length}`}`;
}

/** Counts what is there by status; each number leads to the list that has exactly these. */
function Counts() {
  const texts = useMailsTexts();
  const language = useLanguage();
  const [{ text, filters }] = useListState();
  const { data = [] } = useQuery({
    queryKey: ['mails', 'counts', text],
    queryFn: async () => (await api.mailNotification.countByStatus({ body: filtersOf(text, undefined) })).body,
  });
  return (
    <nav className="k-chips" aria-label={texts.byStatus}>
      {data.map(({ status, count }) => (
        <Link
          key={status}
          to="."
          search={{ ...(text === '' ? {} : { text }), ...(filters.status === status ? {} : { status }) }}
          className="k-chip"
          {...(filters.status === status ? { 'aria-current': true as const } : {})}
        >
          {texts.statuses[status]} <strong>{formatNumber(count, language)}</strong>
        </Link>
      ))}
    </nav>
  );
}

function RetryAll() {
  const texts = useMailsTexts();
  const language = useLanguage();
  const client = useQueryClient();
  const [{ text, filters }] = useListState();
  const status = retryable.find((one) => one === filters.status);
  if (status === undefined) return null;
  const retryAll = async (): Promise<void> => {
    const { body } = await api.mailNotification.retry({ body: filtersOf(text, status) });
    showNotice(texts.retriedAll(formatNumber(body, language)));
    await client.invalidateQueries({ queryKey: ['mails'] });
  };
  return <Act label={texts.retryAll} question={texts.retryAllQuestion(texts.statuses[status])} run={retryAll} />;
}

export function Mails() {
  const texts = useMailsTexts();
  const can = useCan();
  useLive('mailNotification.stream', {}, [{ key: ['mails'] }]);
  const columns: readonly Column<Mail, Sort>[] = [
    { id: 'subject', label: texts.subject, cell: ({ subject }) => subject },
    { id: 'to', label: texts.to, cell: receivers },
    { id: 'status', label: texts.status, sort: 'status', cell: ({ status }) => <MailState status={status} /> },
    {
      id: 'template',
      label: texts.template,
      sort: 'templateCode',
      wide: true,
      cell: ({ templateCode }) => templateCode ?? '–',
    },
    { id: 'provider', label: texts.provider, wide: true, cell: ({ providerCode }) => providerCode ?? '–' },
    {
      id: 'created',
      label: texts.accepted,
      sort: 'dateCreated',
      cell: ({ dateCreated }) => <When date={dateCreated} distance />,
    },
  ];
  const statuses = Object.entries(texts.statuses).map(([value, label]) => ({ value, label }));
  return (
    <Page title={texts.title} actions={can('mailNotification.retry') ? <RetryAll /> : undefined}>
      <MailTabs />
      <Counts />
      <List
        name={['mails']}
        label={texts.title}
        columns={columns}
        load={loadMails}
        keyOf={({ uuid }) => uuid}
        linkOf={({ uuid }) => address('mail', { uuid })}
        filters={[{ id: 'status', label: texts.status, options: [{ value: '', label: texts.any }, ...statuses] }]}
        search={texts.search}
        empty={texts.empty}
        emptyAction={
          can('mailNotification.queryProviderPage') ? (
            <To to={address('mailProviders')}>{texts.setUpServers}</To>
          ) : undefined
        }
      />
    </Page>
  );
}
