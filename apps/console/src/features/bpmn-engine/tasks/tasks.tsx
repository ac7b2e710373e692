// Lists the tasks that a person may work on.
import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { useCan, useSession } from '../../../lib/session.ts';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { useSelection } from '../../../ui/table/selection.tsx';
import { State } from '../../../ui/text/state.tsx';
import { When } from '../../../ui/text/when.tsx';
import { BulkActs, type Task } from './bulk-acts.tsx';
import { useTasksTexts } from './texts.ts';

type Sort = 'createTime' | 'dueDate' | 'priority' | 'name' | 'assignee' | 'businessKey';

async function loadTasks({ pageable, text, filters }: PageRequest<Sort>, seesAll: boolean) {
  const { whose = 'mine', due } = filters;
  const body = {
    pageable: { sort: { properties: ['priority', 'dueDate'] as const, direction: 'DESC' as const }, ...pageable },
    mine: whose === 'mine' || !seesAll,
    ...(whose === 'open' ? { assigned: false } : {}),
    ...(due === 'overdue' ? { overdue: true } : {}),
    ...(text === null ? {} : { name: text }),
  };
  return (await api.bpmnEngine.task_queryPage({ body })).body;
}

const nameOf = ({ name, taskDefinitionKey, businessKey }: Task): string =>
  [name ?? taskDefinitionKey, businessKey].filter(Boolean).join(' · ');

function DueDate({ date }: { readonly date: string | null }) {
  const texts = useTasksTexts();
  if (date === null || Date.parse(date) > Date.now()) return <When date={date} distance />;
  return (
    <>
      <When date={date} distance /> <State word={texts.overdue} icon="clock" color="red" />
    </>
  );
}

export function Tasks() {
  const texts = useTasksTexts();
  const can = useCan();
  const { username, authorities } = useSession();
  const seesAll = authorities.has('BPMN_TASK_VIEW_ALL');
  const selection = useSelection<Task>({ keyOf: ({ id }) => id, nameOf });
  const columns: readonly Column<Task, Sort>[] = [
    { id: 'name', label: texts.task, sort: 'name', cell: (task) => task.name ?? task.taskDefinitionKey },
    {
      id: 'process',
      label: texts.process,
      wide: true,
      cell: (task) => task.processDefinitionName ?? task.processDefinitionKey,
    },
    { id: 'businessKey', label: texts.businessKey, sort: 'businessKey', wide: true, cell: (task) => task.businessKey },
    {
      id: 'assignee',
      label: texts.assignee,
      sort: 'assignee',
      cell: ({ assignee }) => (
        <Text size="sm" fw={assignee === username ? 600 : 400}>
          {assignee ?? texts.nobody}
        </Text>
      ),
    },
    { id: 'due', label: texts.due, sort: 'dueDate', cell: (task) => <DueDate date={task.dueDate} /> },
    {
      id: 'created',
      label: texts.created,
      sort: 'createTime',
      wide: true,
      cell: (task) => <When date={task.createTime} distance />,
    },
  ];
  const whose = [
    { value: 'mine', label: texts.mine },
    { value: 'open', label: texts.open },
    ...(seesAll ? [{ value: 'all', label: texts.all }] : []),
  ];
  const due = [
    { value: '', label: texts.any },
    { value: 'overdue', label: texts.overdue },
  ];
  const start = can('bpmnEngine.startProcessInstanceByKey') ? (
    <Button component={Link} to={address('start')} leftSection={<Icon name="play" size={16} />}>
      {texts.start}
    </Button>
  ) : null;
  return (
    <Page title={texts.title} actions={start}>
      <List
        name={['tasks']}
        label={texts.title}
        columns={columns}
        load={(request) => loadTasks(request, seesAll)}
        keyOf={(task) => task.id}
        linkOf={(task) => address('task', { id: task.id })}
        filters={[
          { id: 'whose', label: texts.whose, options: whose },
          { id: 'due', label: texts.dueFilter, options: due },
        ]}
        selection={can('bpmnEngine.claim') ? selection : undefined}
        search={texts.search}
        empty={texts.empty}
      />
      <BulkActs selection={selection} />
    </Page>
  );
}
