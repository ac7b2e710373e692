// Lists what has failed and waits for an operator; a failure opens with its instance, where it is mended.
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { Page } from '../../../ui/page/page.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { When } from '../../../ui/text/when.tsx';
import { useIncidentsTexts } from './texts.ts';

type Incident = Awaited<ReturnType<typeof api.bpmnEngine.queryIncidents>>['body']['data'][number];
type Sort = 'createTime' | 'type';

async function loadIncidents({ pageable }: PageRequest<Sort>) {
  return (await api.bpmnEngine.queryIncidents({ body: { pageable } })).body;
}

export function Incidents() {
  const texts = useIncidentsTexts();
  const columns: readonly Column<Incident, Sort>[] = [
    { id: 'message', label: texts.what, cell: ({ message }) => message },
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
