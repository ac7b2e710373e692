// Shows one task: what it is, who works on it, what is to be filled in.
import { Button, Group, Text } from '@mantine/core';
import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { isCode } from '../../../lib/error.ts';
import { useCan, useSession } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { NoRecord } from '../../../ui/page/no-record.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';
import { Failed, Loading } from '../../../ui/page/states.tsx';
import { To } from '../../../ui/page/to.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { When } from '../../../ui/text/when.tsx';
import { Attachments } from './attachments.tsx';
import { Comments } from './comments.tsx';
import { FieldsForm } from './fields-form.tsx';
import { SendBack, TakeBack } from './send-back.tsx';
import {
  attachmentsQuery,
  commentsQuery,
  findNextTask,
  formQuery,
  refreshTasks,
  type Task,
  taskQuery,
  variablesQuery,
} from './task-data.ts';
import { Candidates, HandOver, useNames } from './task-people.tsx';
import { useTaskTexts } from './texts.ts';
import { VariablesForm } from './variables-form.tsx';

export function TaskPage() {
  const { id = '' } = useParams({ strict: false });
  return <OneTask key={id} id={id} />;
}

function OneTask({ id }: { readonly id: string }) {
  const { username } = useSession();
  const [isDone, setDone] = useState(false);
  const task = useQuery({ ...taskQuery(id), enabled: !isDone });
  const form = useQuery({ ...formQuery(id), enabled: !isDone });
  // The remarks are asked for beside the task, so that nothing waits for an answer it does not need.
  usePrefetchQuery(commentsQuery(id));
  usePrefetchQuery(attachmentsQuery(id));
  // A task with a form shows its fields; what else the process knows is not asked for.
  const isFree = form.data?.fields.length === 0;
  const variables = useQuery({ ...variablesQuery(id), enabled: isFree && !isDone });
  if (isDone || isCode(task.error, 'TASK_ALREADY_COMPLETED', 'TASK_NOT_FOUND'))
    return <DoneTask id={id} canTakeBack={isDone || isCode(task.error, 'TASK_ALREADY_COMPLETED')} />;
  if (task.data === undefined) return <NoRecord query={task} />;
  const isMine = task.data.assignee === username;
  const failed = [form, variables].find(({ isError }) => isError);
  const asked = { task: task.data, isMine, onCompleted: () => setDone(true) };
  return (
    <OpenTask task={task.data} isMine={isMine}>
      {failed === undefined ? null : <Failed error={failed.error} onRetry={() => void failed.refetch()} />}
      {form.data !== undefined && !isFree ? (
        <FieldsForm key={String(isMine)} {...asked} fields={form.data.fields} />
      ) : variables.data === undefined ? (
        <Loading />
      ) : (
        <VariablesForm key={String(isMine)} {...asked} variables={variables.data} />
      )}
    </OpenTask>
  );
}

interface OpenTaskProps {
  readonly task: Task;
  readonly isMine: boolean;
  readonly children: ReactNode;
}

function OpenTask({ task, isMine, children }: OpenTaskProps) {
  const texts = useTaskTexts();
  const queries = useQueryClient();
  const params = { id: task.id };
  // Somebody else may have been faster: then the page shows who.
  const claim = async (): Promise<void> => {
    await api.bpmnEngine.claim({ params }).finally(() => refreshTasks(queries));
  };
  const unclaim = async (): Promise<void> => {
    await api.bpmnEngine.unclaimTask({ params });
    await refreshTasks(queries);
  };
  const acts = isMine ? (
    <>
      <SendBack taskId={task.id} />
      <HandOver task={task} />
      <Act label={texts.unclaim} done={texts.unclaimed} undo={claim} run={unclaim} />
    </>
  ) : task.assignee === null ? (
    <Act
      label={texts.claim}
      variant="filled"
      leftSection={<Icon name="check" size={16} />}
      done={texts.claimed}
      undo={unclaim}
      run={claim}
    />
  ) : null;
  return (
    <Page
      title={task.name ?? task.taskDefinitionKey}
      subtitle={<To to={address('tasks')}>{texts.tasks}</To>}
      actions={acts}
    >
      {task.description === null ? null : <Text mb="md">{task.description}</Text>}
      {children}
      <Comments taskId={task.id} />
      <Attachments taskId={task.id} />
      <Facts task={task} isMine={isMine} />
    </Page>
  );
}

function Facts({ task, isMine }: { readonly task: Task; readonly isMine: boolean }) {
  const texts = useTaskTexts();
  const can = useCan();
  const process = task.processDefinitionName ?? task.processDefinitionKey;
  const nameOf = useNames(task);
  return (
    <Section title={texts.facts}>
      <dl className="k-facts">
        <dt>{texts.process}</dt>
        <dd>
          {can('bpmnEngine.getProcessInstance') ? (
            <To to={address('instance', { id: task.processInstanceId })}>{process}</To>
          ) : (
            process
          )}
        </dd>
        <dt>{texts.businessKey}</dt>
        <dd>{task.businessKey ?? '–'}</dd>
        <dt>{texts.assignee}</dt>
        <dd>{task.assignee === null ? texts.nobody : nameOf(task.assignee)}</dd>
        {task.owner === null || task.delegationState !== 'PENDING' ? null : (
          <>
            <dt>{texts.owner}</dt>
            <dd>{nameOf(task.owner)}</dd>
          </>
        )}
        <dt>{texts.candidates}</dt>
        <dd>
          <Candidates task={task} isMine={isMine} />
        </dd>
        <dt>{texts.priority}</dt>
        <dd>{task.priority}</dd>
        <dt>{texts.due}</dt>
        <dd>
          <When date={task.dueDate} />
        </dd>
        <dt>{texts.created}</dt>
        <dd>
          <When date={task.createTime} />
        </dd>
      </dl>
    </Section>
  );
}

interface DoneTaskProps {
  readonly id: string;
  readonly canTakeBack: boolean;
}

function DoneTask({ id, canTakeBack }: DoneTaskProps) {
  const texts = useTaskTexts();
  const navigate = useNavigate();
  const next = async (): Promise<void> => {
    const found = await findNextTask();
    if (found === null) showNotice(texts.noMore);
    await navigate({ to: found === null ? address('tasks') : address('task', { id: found }) });
  };
  return (
    <Page title={texts.gone} subtitle={texts.goneWhy}>
      <Group>
        <Act label={texts.next} variant="filled" run={next} />
        {canTakeBack ? <TakeBack taskId={id} /> : null}
        <Button variant="default" component={Link} to={address('tasks')}>
          {texts.tasks}
        </Button>
      </Group>
    </Page>
  );
}
