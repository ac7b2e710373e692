// Frames what a person fills in at a task, and sends it: once, however often it is tried, and kept as a draft until then.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { api, newIdempotencyKey } from '../../../lib/api.ts';
import { isCode, problemOf } from '../../../lib/error.ts';
import { dropDraft, keepDraft, readDraft } from '../../../lib/people/drafts.ts';
import { useSession } from '../../../lib/session.ts';
import { Section } from '../../../ui/page/page.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { formQuery, refreshTasks, type Task } from './task-data.ts';
import { useTaskTexts } from './texts.ts';

export interface FilledTask {
  readonly task: Task;
  readonly isMine: boolean;
  readonly onCompleted: () => void;
}

type Body = Parameters<typeof api.bpmnEngine.setTaskVariables>[0]['body'];
type Way = 'complete' | 'save';

export function useTaskSending({ task, onCompleted }: FilledTask) {
  const texts = useTaskTexts();
  const queries = useQueryClient();
  const { username } = useSession();
  const place = { username, place: `task ${task.id}` };
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState<Way | null>(null);
  // The same key for every try of this form: a lost answer completes nothing twice.
  const key = useRef(newIdempotencyKey());

  const sendBody = async (way: Way, body: Body): Promise<void> => {
    const params = { id: task.id };
    if (way === 'complete') {
      await api.bpmnEngine.complete({ params, body, headers: { 'idempotency-key': key.current } });
      onCompleted();
      // The server would refuse to show what is done.
      queries.removeQueries({ queryKey: ['task', task.id] });
    } else {
      await api.bpmnEngine.setTaskVariables({ params, body });
      showNotice(texts.saved);
    }
    dropDraft(place);
    await refreshTasks(queries);
  };
  return {
    failure,
    busy,
    readDraft: () => readDraft(place),
    keepDraft: (values: Readonly<Record<string, unknown>>) => keepDraft(place, values),
    /** Answers what the server refused, or null. */
    async send(way: Way, body: Body): Promise<unknown> {
      setBusy(way);
      setFailure(null);
      const refused = await sendBody(way, body).then(
        () => null,
        (error: unknown) => error,
      );
      // What the server refused is a new try; what was not answered is the same one.
      if (refused !== null && problemOf(refused).code !== null) key.current = newIdempotencyKey();
      // The form may have got another version since it was opened.
      if (isCode(refused, 'FORM_INVALID')) await queries.invalidateQueries(formQuery(task.id));
      setFailure(refused);
      setBusy(null);
      return refused;
    },
  };
}

interface TaskFrameProps extends Omit<FilledTask, 'onCompleted'> {
  readonly why: string;
  readonly busy: Way | null;
  readonly onSend: (way: Way) => void;
  readonly children: ReactNode;
}

export function isClosedTo({ task, isMine }: Pick<FilledTask, 'task' | 'isMine'>): boolean {
  return !isMine || task.suspended;
}

export function TaskFrame({ task, isMine, why, busy, onSend, children }: TaskFrameProps) {
  const texts = useTaskTexts();
  return (
    <Section title={texts.form}>
      <Stack>
        <Text size="sm" c="dimmed">
          {why}
        </Text>
        {task.suspended ? <Alert color="yellow">{texts.suspended}</Alert> : null}
        {task.assignee === null || isMine ? null : <Alert color="gray">{texts.takenBy(task.assignee)}</Alert>}
        {children}
        {isClosedTo({ task, isMine }) ? (
          <Text size="sm" c="dimmed">
            {task.assignee === null ? texts.takeFirst : ''}
          </Text>
        ) : (
          <Group>
            <Button loading={busy === 'complete'} onClick={() => onSend('complete')}>
              {texts.complete}
            </Button>
            <Button variant="default" loading={busy === 'save'} onClick={() => onSend('save')}>
              {texts.save}
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  );
}
