// Claims, hands over and dates all tasks that were chosen.
import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { findPeople } from '../../../lib/people/people.ts';
import { Act, FormDialog } from '../../../ui/dialog/act.tsx';
import { SearchChoice } from '../../../ui/form/search-choice.tsx';
import { isoDate } from '../../../ui/form/values.ts';
import { BulkBar, type Each, Names } from '../../../ui/table/bulk.tsx';
import type { Selection } from '../../../ui/table/selection.tsx';
import { useTasksTexts } from './texts.ts';

export type Task = Awaited<ReturnType<typeof api.bpmnEngine.getTask>>['body'];

interface BulkActsProps {
  readonly selection: Selection<Task>;
}

interface FormProps extends BulkActsProps {
  readonly each: Each<Task>;
}

const STALE = [['tasks'], ['task'], ['instances'], ['instance']];

export function BulkActs({ selection }: BulkActsProps) {
  const texts = useTasksTexts();
  const { claim, unclaimTask } = api.bpmnEngine;
  return (
    <BulkBar selection={selection} stale={STALE}>
      {(each) => (
        <>
          <Act
            label={texts.claim}
            size="compact-sm"
            run={() =>
              each(
                ({ id }) => claim({ params: { id } }),
                ({ id }) => unclaimTask({ params: { id } }),
              )
            }
          />
          <FormDialog label={texts.assign} size="compact-sm">
            {() => <AssignForm selection={selection} each={each} />}
          </FormDialog>
          <FormDialog label={texts.setDue} size="compact-sm">
            {() => <DueForm selection={selection} each={each} />}
          </FormDialog>
        </>
      )}
    </BulkBar>
  );
}

function AssignForm({ selection, each }: FormProps) {
  const texts = useTasksTexts();
  const [assignee, setAssignee] = useState<string | null>(null);
  const assign = (): Promise<void> =>
    each(({ id }) => api.bpmnEngine.assignTask({ params: { id }, body: { assignee } }));
  return (
    <Stack>
      <div>
        <Text size="sm">{texts.assignWhy(selection.chosen.length)}</Text>
        <Names selection={selection} />
      </div>
      <SearchChoice label={texts.person} kind="people" search={findPeople} value={assignee} onValue={setAssignee} />
      <Group>
        <Act label={texts.assign} variant="filled" disabled={assignee === null} run={assign} />
      </Group>
    </Stack>
  );
}

/** An empty date takes the date away. */
function DueForm({ selection, each }: FormProps) {
  const texts = useTasksTexts();
  const [date, setDate] = useState('');
  const change = (id: string, dueDate: string | null): Promise<unknown> =>
    api.bpmnEngine.updateTask({ params: { id }, body: { dueDate } });
  return (
    <Stack>
      <div>
        <Text size="sm">{texts.dueWhy(selection.chosen.length)}</Text>
        <Names selection={selection} />
      </div>
      <TextInput
        type="datetime-local"
        label={texts.due}
        description={texts.dueHelp}
        value={date}
        onChange={(event) => setDate(event.currentTarget.value)}
      />
      <Group>
        <Act
          label={texts.setDue}
          variant="filled"
          run={() =>
            each(
              ({ id }) => change(id, isoDate(date) || null),
              ({ id, dueDate }) => change(id, dueDate),
            )
          }
        />
      </Group>
    </Stack>
  );
}
