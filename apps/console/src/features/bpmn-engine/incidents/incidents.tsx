// Lists what has failed and waits for an operator; a failure opens with its instance, where it is mended.
import { Text } from '@mantine/core';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { Page } from '../../../ui/page/page.tsx';
import { To } from '../../../ui/page/to.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { useListState } from '../../../ui/table/list-state.ts';
import { When } from '../../../ui/text/when.tsx';
import { FailureTabs } from './failure-tabs.tsx';
import { filtersOf } from './incident-data.ts';
import { useIncidentsTexts } from './texts.ts';

type Incident = Awaited<ReturnType<typeof api.bpmnEngine.queryIncidents>>['body']['data'][number];
type Sort = 'createTime' | 'type';

async function loadIncidents({ pageable, filters }: PageRequest<Sort>) {
  return (await api.bpmnEngine.queryIncidents({ body: { pageable, ...filtersOf(filters) } })).body;
}

/** Says of which cause the list has the failures, where it has not all of them. */
function OnlyOf() {
  const texts = useIncidentsTexts();
  const [{ filters }] = useListState();
  const parts = Object.values(filtersOf(filters));
  if (parts.length === 0) return null;
  return (
    <Text size="sm" mb="sm">
      {texts.onlyOf(parts.join(' · '))} <To to={address('incidents')}>{texts.showAll}</To>
    </Text>
  );
}

export function Incidents() {
  const texts = useIncidentsTexts();
  const columns: readonly Column<Incident, Sort>[] = [
    { id: 'message', label: texts.what, cell: ({ message }) => message },
    {
      id: 'process',
      label: texts.process,
      wide: true,
      cell: ({ processDefinitionKey }) => processDefinitionKey ?? '–',
    },
    { id: 'businessKey', label: texts.businessKey, cell: ({ businessKey }) => businessKey ?? '–' },
    { id: 'element', label: texts.element, cell: ({ elementId }) => elementId ?? '–' },
    {
      id: 'type',
      label: texts.kind,
      sort: 'type',
      wide: true,
      cell: ({ type }) => <span className="k-mono">{type}</span>,
    },
    {
      id: 'when',
      label: texts.when,
      sort: 'createTime',
      cell: ({ createTime }) => <When date={createTime} distance />,
    },
  ];
  return (
    <Page title={texts.title}>
      <FailureTabs />
      <OnlyOf />
      <List
        name={['incidents']}
        label={texts.title}
        columns={columns}
        load={loadIncidents}
        keyOf={({ id }) => id}
        linkOf={({ processInstanceId }) =>
          processInstanceId === null ? address('instances') : address('instance', { id: processInstanceId })
        }
        empty={texts.empty}
      />
    </Page>
  );
}
