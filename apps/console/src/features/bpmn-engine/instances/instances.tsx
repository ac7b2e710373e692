// Lists instances of processes: all of the tenant for whoever may see them, else the own ones.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { useCan } from '../../../lib/session.ts';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { useSelection } from '../../../ui/table/selection.tsx';
import { State } from '../../../ui/text/state.tsx';
import { When } from '../../../ui/text/when.tsx';
import { BulkActs, type Instance } from './bulk-acts.tsx';
import { useInstancesTexts } from './texts.ts';

type Sort = 'startTime' | 'endTime' | 'dueDate' | 'businessKey' | 'processDefinitionKey' | 'priority';

const statesOf = {
  running: ['ACTIVE', 'SUSPENDED'],
  ended: ['ENDED'],
  any: ['ACTIVE', 'SUSPENDED', 'ENDED'],
} as const;

async function loadInstances({ pageable, text, filters }: PageRequest<Sort>) {
  const states = statesOf[(filters.state ?? 'running') as keyof typeof statesOf] ?? statesOf.running;
  const body = {
    pageable,
    states,
    ...(filters.incidents === 'with' ? { hasIncident: true } : {}),
    ...(text === null ? {} : { businessKeyLike: text }),
  };
  return (await api.bpmnEngine.processInstance_queryPage({ body })).body;
}

function InstanceState({ instance }: { readonly instance: Instance }) {
  const texts = useInstancesTexts();
  const { state, endState, incidentCount } = instance;
  if (incidentCount > 0) return <State word={texts.failures(incidentCount)} icon="alert" color="red" />;
  if (state === 'SUSPENDED') return <State word={texts.states.SUSPENDED} icon="pause" color="yellow" />;
  if (state === 'ACTIVE') return <State word={texts.states.ACTIVE} icon="play" color="blue" />;
  const isGood = endState === 'COMPLETED';
  return (
    <State
      word={endState === null ? texts.states.ENDED : texts.endStates[endState]}
      icon={isGood ? 'check' : 'x'}
      color={isGood ? 'green' : 'gray'}
    />
  );
}

const nameOf = ({ processDefinitionName, processDefinitionKey, businessKey, id }: Instance): string =>
  [processDefinitionName ?? processDefinitionKey, businessKey ?? id].join(' · ');

export function Instances() {
  const texts = useInstancesTexts();
  const can = useCan();
  const selection = useSelection<Instance>({ keyOf: ({ id }) => id, nameOf, canChoose: ({ ended }) => !ended });
  const columns: readonly Column<Instance, Sort>[] = [
    {
      id: 'process',
      label: texts.process,
      sort: 'processDefinitionKey',
      cell: (instance) => instance.processDefinitionName ?? instance.processDefinitionKey,
    },
    { id: 'businessKey', label: texts.businessKey, sort: 'businessKey', cell: ({ businessKey }) => businessKey ?? '–' },
    { id: 'state', label: texts.state, cell: (instance) => <InstanceState instance={instance} /> },
    {
      id: 'standsAt',
      label: texts.standsAt,
      wide: true,
      cell: ({ currentElements }) =>
        currentElements.map(({ elementName, elementId }) => elementName ?? elementId).join(', ') || '–',
    },
    { id: 'startedBy', label: texts.startedBy, wide: true, cell: ({ startUserId }) => startUserId ?? '–' },
    {
      id: 'started',
      label: texts.started,
      sort: 'startTime',
      wide: true,
      cell: ({ startTime }) => <When date={startTime} distance />,
    },
  ];
  const start = can('bpmnEngine.startProcessInstanceByKey') ? (
    <Button component={Link} to={address('start')} leftSection={<Icon name="play" size={16} />}>
      {texts.start}
    </Button>
  ) : null;
  return (
    <Page title={texts.title} actions={start}>
      <List
        name={['instances']}
        label={texts.title}
        columns={columns}
        load={loadInstances}
        keyOf={({ id }) => id}
        linkOf={({ id }) => address('instance', { id })}
        filters={[
          {
            id: 'state',
            label: texts.stateFilter,
            options: [
              { value: 'running', label: texts.running },
              { value: 'ended', label: texts.ended },
              { value: 'any', label: texts.any },
            ],
          },
          {
            id: 'incidents',
            label: texts.incidents,
            options: [
              { value: '', label: texts.any },
              { value: 'with', label: texts.withIncident },
            ],
          },
        ]}
        selection={can('bpmnEngine.suspendProcessInstance') ? selection : undefined}
        search={texts.search}
        empty={texts.empty}
        emptyAction={start}
      />
      <BulkActs selection={selection} />
    </Page>
  );
}
