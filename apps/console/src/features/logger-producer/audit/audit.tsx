// Lists what was recorded for the audit: who did what to which thing; and shows that nothing of it was changed afterwards.
import { useQuery } from '@tanstack/react-query';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { DAY_MS } from '../../../lib/units.ts';
import { Page } from '../../../ui/page/page.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { State } from '../../../ui/text/state.tsx';
import { When } from '../../../ui/text/when.tsx';
import { useAuditTexts } from './texts.ts';
import { Verify } from './verify.tsx';

type LogEvent = Awaited<ReturnType<typeof api.loggerProducer.getEvent>>['body'];
type Sort = 'eventTime';

/** The ranges that can be chosen, in days; the first one is the standard. */
const rangeDays = { week: 7, day: 1, month: 30 } as const;

/** Kinds of events that the list can be narrowed to, by what their names begin with. */
const SIGN_INS = 'auth.*';

async function loadEvents({ pageable, text, filters }: PageRequest<Sort>) {
  const { type = '', range = 'week', what = '' } = filters;
  const days = rangeDays[range as keyof typeof rangeDays] ?? rangeDays.week;
  const body = {
    pageable,
    eventTypeList: type === '' ? (['AUDIT', 'SECURITY'] as const) : [type as 'AUDIT' | 'SECURITY'],
    eventTimeFrom: new Date(Date.now() - days * DAY_MS).toISOString(),
    ...(text === null ? {} : { username: text }),
    ...(what === '' ? {} : { eventName: what }),
  };
  return (await api.loggerProducer.queryEvents({ body })).body;
}

function useMeanings(): (eventName: string) => string {
  const { data } = useQuery({
    queryKey: ['event-catalogue'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { body } = await api.loggerProducer.catalogue();
      return new Map(body.map(({ eventName, description }) => [eventName, description]));
    },
  });
  return (eventName) => data?.get(eventName) ?? eventName;
}

export function Audit() {
  const texts = useAuditTexts();
  const meaning = useMeanings();
  const columns: readonly Column<LogEvent, Sort>[] = [
    { id: 'what', label: texts.what, cell: ({ eventName }) => meaning(eventName) },
    { id: 'who', label: texts.who, cell: ({ username }) => username ?? '–' },
    {
      id: 'thing',
      label: texts.thing,
      wide: true,
      cell: ({ entityType, entityUuid }) => (
        <span className="k-secret">{[entityType, entityUuid].filter(Boolean).join(' ') || '–'}</span>
      ),
    },
    {
      id: 'outcome',
      label: texts.outcome,
      wide: true,
      cell: ({ outcome }) =>
        outcome === 'FAILURE' ? (
          <State word={texts.outcomes.FAILURE} icon="x" color="red" />
        ) : (
          texts.outcomes[outcome ?? 'UNKNOWN']
        ),
    },
    { id: 'from', label: texts.from, wide: true, cell: ({ clientIp }) => clientIp ?? '–' },
    { id: 'when', label: texts.when, sort: 'eventTime', cell: ({ eventTime }) => <When date={eventTime} /> },
    {
      id: 'sealed',
      label: texts.sealed,
      wide: true,
      cell: ({ sequence }) => (sequence === null ? texts.notYet : String(sequence)),
    },
  ];
  return (
    <Page title={texts.title}>
      <List
        name={['audit']}
        label={texts.title}
        columns={columns}
        load={loadEvents}
        keyOf={({ uuid }) => uuid}
        linkOf={({ uuid }) => address('event', { uuid })}
        filters={[
          {
            id: 'range',
            label: texts.range,
            options: Object.entries(texts.ranges).map(([value, label]) => ({ value, label })),
          },
          {
            id: 'type',
            label: texts.type,
            options: [
              { value: '', label: texts.both },
              { value: 'AUDIT', label: texts.types.AUDIT },
              { value: 'SECURITY', label: texts.types.SECURITY },
            ],
          },
          {
            id: 'what',
            label: texts.what,
            options: [
              { value: '', label: texts.everything },
              { value: SIGN_INS, label: texts.signIns },
            ],
          },
        ]}
        search={texts.search}
        empty={texts.empty}
      />
      <Verify />
    </Page>
  );
}
