// Shows what waits for the person, by what the person may do; each part loads by itself and leads to its list.
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { address } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { formatNumber, useLanguage } from '../../lib/locale.ts';
import { useCan, useSession } from '../../lib/session.ts';
import { Icon } from '../../ui/icon/icon.tsx';
import { Page, Section } from '../../ui/page/page.tsx';
import { Empty, Failed, Loading } from '../../ui/page/states.tsx';
import { To } from '../../ui/page/to.tsx';
import { When } from '../../ui/text/when.tsx';
import { useShellTexts } from '../shell/texts.ts';
import { useHomeTexts } from './texts.ts';
import './home.css';

const SHOWN = 8;

export function Home() {
  const texts = useHomeTexts();
  const shellTexts = useShellTexts();
  const can = useCan();
  const hasTasks = can('bpmnEngine.task_queryPage');
  const starts = can('bpmnEngine.startProcessInstanceByKey');
  const operates = can('bpmnEngine.queryIncidents');
  const start = starts ? (
    <Button component={Link} to={address('start')} leftSection={<Icon name="play" size={16} />}>
      {texts.start}
    </Button>
  ) : undefined;
  return (
    <Page title={texts.title} actions={start}>
      {hasTasks || starts || operates ? null : <Empty>{shellTexts.empty}</Empty>}
      <div className="k-home">
        {hasTasks ? <MyTasks /> : null}
        {starts ? <MyRequests /> : null}
        {operates ? <Operation /> : null}
      </div>
    </Page>
  );
}

interface PanelProps<Data> {
  readonly title: string;
  readonly query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
  readonly actions?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

function Panel<Data>({ title, query, actions, children }: PanelProps<Data>) {
  return (
    <Section title={title} actions={actions}>
      {query.isError ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data === undefined ? query.isError ? null : <Loading /> : children(query.data)}
    </Section>
  );
}

function MyTasks() {
  const texts = useHomeTexts();
  const language = useLanguage();
  const query = useQuery({
    queryKey: ['tasks', 'home'],
    queryFn: async () => {
      const sort = { properties: ['priority', 'dueDate'], direction: 'DESC' } as const;
      return (await api.bpmnEngine.task_queryPage({ body: { mine: true, pageable: { pageSize: SHOWN, sort } } })).body;
    },
  });
  const total = formatNumber(query.data?.totalElements ?? 0, language);
  return (
    <Panel title={texts.tasks} query={query} actions={<To to={address('tasks')}>{texts.allTasks(total)}</To>}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty>{texts.noTasks}</Empty>
        ) : (
          <ul className="k-home-list">
            {data.map((task) => (
              <li key={task.id}>
                <To to={address('task', { id: task.id })}>
                  <strong>{task.name ?? task.taskDefinitionKey}</strong>
                </To>
                <Text size="sm" c="dimmed">
                  {[task.processDefinitionName ?? task.processDefinitionKey, task.businessKey]
                    .filter(Boolean)
                    .join(' · ')}
                  {task.assignee === null ? `, ${texts.nobody}` : ''}
                  {task.dueDate === null ? null : (
                    <>
                      , {texts.due} <When date={task.dueDate} distance />
                    </>
                  )}
                </Text>
              </li>
            ))}
          </ul>
        )
      }
    </Panel>
  );
}

function MyRequests() {
  const texts = useHomeTexts();
  const { username } = useSession();
  const query = useQuery({
    queryKey: ['instances', 'home'],
    queryFn: async () => {
      const states = ['ACTIVE', 'SUSPENDED', 'ENDED'] as const;
      const body = { startUserId: username, states, pageable: { pageSize: SHOWN } };
      return (await api.bpmnEngine.processInstance_queryPage({ body })).body;
    },
  });
  return (
    <Panel title={texts.requests} query={query}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty>{texts.noRequests}</Empty>
        ) : (
          <ul className="k-home-list">
            {data.map((instance) => (
              <li key={instance.id}>
                <To to={address('instance', { id: instance.id })}>
                  <strong>
                    {[instance.processDefinitionName ?? instance.processDefinitionKey, instance.businessKey]
                      .filter(Boolean)
                      .join(' · ')}
                  </strong>
                </To>
                <Text size="sm" c="dimmed">
                  <When date={instance.startTime} distance />
                  {instance.ended
                    ? `, ${texts.ended}`
                    : `, ${texts.standsAt} ${instance.currentElements.map((one) => one.elementName ?? one.elementId).join(', ')}`}
                </Text>
              </li>
            ))}
          </ul>
        )
      }
    </Panel>
  );
}

function Operation() {
  const texts = useHomeTexts();
  const language = useLanguage();
  const query = useQuery({
    queryKey: ['incidents', 'home'],
    queryFn: async () =>
      (await api.bpmnEngine.queryIncidents({ body: { pageable: { pageSize: 1 } } })).body.totalElements,
  });
  return (
    <Panel title={texts.health} query={query}>
      {(count) => (
        <div className="k-home-health">
          <Icon name={count === 0 ? 'check-circle' : 'alert'} />
          <Text>{texts.failures(count, formatNumber(count, language))}</Text>
          {count === 0 ? null : <To to={address('incidents')}>{texts.lookAt}</To>}
        </div>
      )}
    </Panel>
  );
}
