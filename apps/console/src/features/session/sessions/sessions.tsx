// Lists the sessions of a tenant, and closes one.
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useCan } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { When } from '../../../ui/text/when.tsx';
import { useSessionsTexts } from './texts.ts';

type Session = Awaited<ReturnType<typeof api.session.queryPage>>['body']['data'][number];
type Sort = 'lastAccessDate' | 'createdDate' | 'username' | 'ipAddress' | 'closedDate';

async function loadSessions({ pageable, text, filters }: PageRequest<Sort>) {
  const ended = filters.status === 'ended';
  const statusList = ended ? (['CLOSED', 'EXPIRED'] as const) : (['OPEN'] as const);
  const body = { pageable, statusList, ...(text === null ? {} : { usernameLike: text }) };
  return (await api.session.queryPage({ body })).body;
}

/** Attributes are a map whose known keys hold texts. */
function attribute({ attributeMap }: Session, name: string): string | null {
  const value = attributeMap[name];
  return typeof value === 'string' ? value : null;
}

export function Sessions() {
  const texts = useSessionsTexts();
  const can = useCan();
  const queries = useQueryClient();
  const close = async (identifier: string): Promise<void> => {
    await api.session.closeAllIdentifiers({ body: [identifier] });
    await queries.invalidateQueries({ queryKey: ['sessions'] });
  };
  const acts: readonly Column<Session, Sort>[] = can('session.closeByQuery')
    ? [
        {
          id: 'actions',
          label: texts.actions,
          cell: ({ identifier, username, attributeMap }) =>
            attributeMap.status !== 'OPEN' || attributeMap.current === true ? null : (
              <Act
                label={texts.close}
                size="compact-sm"
                question={texts.closeQuestion(username)}
                done={texts.closed}
                run={() => close(identifier)}
              />
            ),
        },
      ]
    : [];
  const columns: readonly Column<Session, Sort>[] = [
    {
      id: 'user',
      label: texts.user,
      sort: 'username',
      cell: ({ username, attributeMap }) => (
        <>
          <strong>{username}</strong>
          {attributeMap.current === true ? ` (${texts.thisOne})` : ''}
        </>
      ),
    },
    { id: 'device', label: texts.device, wide: true, cell: (one) => attribute(one, 'deviceName') ?? '–' },
    { id: 'address', label: texts.address, sort: 'ipAddress', cell: (one) => attribute(one, 'ipAddress') ?? '–' },
    {
      id: 'lastUse',
      label: texts.lastUse,
      sort: 'lastAccessDate',
      cell: (one) => <When date={attribute(one, 'lastAccessDate')} distance />,
    },
    {
      id: 'begun',
      label: texts.begun,
      sort: 'createdDate',
      wide: true,
      cell: ({ createdDate }) => <When date={createdDate} distance />,
    },
    ...acts,
  ];
  return (
    <Page title={texts.title}>
      <List
        name={['sessions']}
        label={texts.title}
        columns={columns}
        load={loadSessions}
        keyOf={({ identifier }) => identifier}
        filters={[
          {
            id: 'status',
            label: texts.status,
            options: [
              { value: 'open', label: texts.open },
              { value: 'ended', label: texts.ended },
            ],
          },
        ]}
        search={texts.search}
        empty={texts.empty}
      />
    </Page>
  );
}
