// Lets a person fill in a task: the values of its process, kept as a draft until it is completed.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, newIdempotencyKey } from '../../../lib/api.ts';
import { problemOf } from '../../../lib/error.ts';
import { dropDraft, keepDraft, readDraft } from '../../../lib/people/drafts.ts';
import { useSession } from '../../../lib/session.ts';
import { Section } from '../../../ui/page/page.tsx';
import { Failed } from '../../../ui/page/states.tsx';
import { useProcessTexts } from '../../../ui/process/texts.ts';
import { readRows, rowsOf, type VariableRow } from '../../../ui/process/variables.ts';
import { VariablesEditor } from '../../../ui/process/variables-editor.tsx';
import { tell } from '../../../ui/text/notice.tsx';
import { refreshTasks, type Task } from './task-data.ts';
import { useTaskTexts } from './texts.ts';

interface TaskFormProps {
  readonly task: Task;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly isMine: boolean;
  readonly onCompleted: () => void;
}

export function TaskForm({ task, variables, isMine, onCompleted }: TaskFormProps) {
  const texts = useTaskTexts();
  const processTexts = useProcessTexts();
  const queries = useQueryClient();
  const { username } = useSession();
  const place = { username, place: `task ${task.id}` };
  const [rows, setRows] = useState<readonly VariableRow[]>(
    () => (readDraft(place)?.rows as VariableRow[] | undefined) ?? rowsOf(variables),
  );
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState<'complete' | 'save' | null>(null);
  // The same key for every try of this form: a lost answer completes nothing twice.
  const key = useRef(newIdempotencyKey());

  const change = (next: readonly VariableRow[]): void => {
    setRows(next);
    keepDraft(place, { rows: next });
  };
  const send = async (what: 'complete' | 'save'): Promise<void> => {
    if (busy !== null) return;
    const { wrong: unread, ...values } = readRows(rows, variables);
    setWrong(unread);
    if (unread.length > 0) return;
    setBusy(what);
    setFailure(null);
    const params = { id: task.id };
    try {
      if (what === 'complete') {
        await api.bpmnEngine.complete({ params, body: values, headers: { 'idempotency-key': key.current } });
        onCompleted();
      } else {
        await api.bpmnEngine.setTaskVariables({ params, body: values });
        tell(texts.saved);
      }
      dropDraft(place);
      await refreshTasks(queries);
    } catch (error) {
      // What the server refused is a new try; what was not answered is the same one.
      if (problemOf(error).code !== null) key.current = newIdempotencyKey();
      setFailure(error);
    }
    setBusy(null);
  };
  const isClosed = !isMine || task.suspended;
  return (
    <Section title={texts.form}>
      <Stack>
        <Notes task={task} isMine={isMine} />
        {failure === null ? null : <Failed error={failure} />}
        {rows.length === 0 ? <Text size="sm">{processTexts.noVariables}</Text> : null}
        <VariablesEditor rows={rows} wrong={wrong} readOnly={isClosed} onRows={change} />
        {isClosed ? (
          <Text size="sm" c="dimmed">
            {task.assignee === null ? texts.takeFirst : ''}
          </Text>
        ) : (
          <Group>
            <Button loading={busy === 'complete'} onClick={() => void send('complete')}>
              {texts.complete}
            </Button>
            <Button variant="default" loading={busy === 'save'} onClick={() => void send('save')}>
              {texts.save}
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  );
}

function Notes({ task, isMine }: Pick<TaskFormProps, 'task' | 'isMine'>) {
  const texts = useTaskTexts();
  return (
    <>
      <Text size="sm" c="dimmed">
        {texts.formWhy}
      </Text>
      {task.suspended ? <Alert color="yellow">{texts.suspended}</Alert> : null}
      {task.assignee === null || isMine ? null : <Alert color="gray">{texts.takenBy(task.assignee)}</Alert>}
    </>
  );
}
