// Shows what waits for the person, by what the person may do; each part loads by itself and leads to its list.
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { address } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { formatNumber, useLanguage } from '../../lib/locale.ts';
import { isServed, useCan, useSession } from '../../lib/session.ts';
import { Icon } from '../../ui/icon/icon.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Empty } from '../../ui/page/states.tsx';
import { To } from '../../ui/page/to.tsx';
import { When } from '../../ui/text/when.tsx';
import { useShellTexts } from '../shell/texts.ts';
import { Operation } from './operation.tsx';
import { Panel } from './panel.tsx';
import { useHomeTexts } from './texts.ts';
import './home.css';

const SHOWN = 8;

export function Home() {
  const texts = useHomeTexts();
  const shellTexts = useShellTexts();
  const can = useCan();
  const hasTasks = can('bpmnEngine.task_queryPage');
  const starts = can('bpmnEngine.startProcessInstanceByKey');
  const { authorities } = useSession();
  const operates =
    isServed('bpmnEngine.queryIncidents') &&
    (can('bpmnEngine.queryIncidents') ||
      authorities.has('BPMN_INSTANCE_VIEW') ||
      authorities.has('BPMN_TASK_VIEW_ALL'));
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
        {starts && can('bpmnEngine.queryDefinitions') ? <Startable /> : null}
        {starts ? <MyRequests /> : null}
        {operates ? <Operation /> : null}
      </div>
    </Page>
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

/** Leads to the form of a process by one click; with more processes the list of them has a search. */
function Startable() {
  const texts = useHomeTexts();
  const query = useQuery({
    queryKey: ['startable', 'home'],
    queryFn: async () => {
      const sort = { properties: ['name'], direction: 'ASC' } as const;
      const body = { startableByMe: true, latestOnly: true, pageable: { pageSize: SHOWN, sort } };
      return (await api.bpmnEngine.queryDefinitions({ body })).body.data;
    },
  });
  return (
    <Panel title={texts.startable} query={query} actions={<To to={address('start')}>{texts.allStartable}</To>}>
      {(data) =>
        data.length === 0 ? (
          <Empty>{texts.nothingToStart}</Empty>
        ) : (
          <ul className="k-home-list">
            {data.map(({ id, key, name }) => (
              <li key={id}>
                <To to={address('startOf', { key })}>{name ?? key}</To>
              </li>
            ))}
          </ul>
        )
      }
    </Panel>
  );
}
