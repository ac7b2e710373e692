// Says who has to do with a task, and lets it be handed over, delegated, resolved and opened to others.
import { CloseButton, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { findPeople, peopleQuery } from '../../../lib/people/people.ts';
import { useCan } from '../../../lib/session.ts';
import { Act, FormDialog } from '../../../ui/dialog/act.tsx';
import { SearchChoice } from '../../../ui/form/search-choice.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { refreshTasks, type Task } from './task-data.ts';
import { useTaskTexts } from './texts.ts';

/** Makes the way in which the people of a task are written; a name that the directory does not know stays as it is. */
export function useNames(task: Task): (username: string) => string {
  const { assignee, owner, candidateUsers } = task;
  const names = useQuery(peopleQuery([assignee ?? [], owner ?? [], candidateUsers].flat())).data ?? {};
  return (username) => names[username] ?? username;
}

/** Gives the task to somebody else, for good or until it comes back. */
export function HandOver({ task }: { readonly task: Task }) {
  const texts = useTaskTexts();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const params = { id: task.id };
  const leave = async (): Promise<void> => {
    await navigate({ to: address('tasks') });
    await refreshTasks(queries);
  };
  if (task.delegationState === 'PENDING') {
    return (
      <Act
        label={texts.resolve}
        done={texts.resolved}
        run={async () => {
          await api.bpmnEngine.resolveTask({ params });
          await leave();
        }}
      />
    );
  }
  return (
    <>
      <PersonDialog
        label={texts.assign}
        why={texts.assignWhy}
        done={texts.assigned}
        run={async (assignee) => {
          await api.bpmnEngine.assignTask({ params, body: { assignee } });
          await leave();
        }}
      />
      <PersonDialog
        label={texts.delegate}
        why={texts.delegateWhy}
        done={texts.delegated}
        run={async (user) => {
          await api.bpmnEngine.delegateTask({ params, body: { user } });
          await leave();
        }}
      />
    </>
  );
}

interface PersonDialogProps {
  readonly label: string;
  readonly why: string;
  readonly done: string;
  readonly size?: 'compact-sm';
  readonly run: (username: string) => Promise<void>;
}

function PersonDialog({ label, size, ...form }: PersonDialogProps) {
  return (
    <FormDialog label={label} variant="default" {...(size === undefined ? {} : { size })}>
      {(close) => <PersonForm label={label} {...form} onDone={close} />}
    </FormDialog>
  );
}

function PersonForm({ label, why, done, run, onDone }: PersonDialogProps & { readonly onDone: () => void }) {
  const texts = useTaskTexts();
  const [username, setUsername] = useState<string | null>(null);
  return (
    <Stack>
      <Text size="sm">{why}</Text>
      <SearchChoice label={texts.person} kind="people" search={findPeople} value={username} onValue={setUsername} />
      <Group>
        <Act
          label={label}
          variant="filled"
          disabled={username === null}
          run={async () => {
            if (username === null) return;
            await run(username);
            showNotice(done);
            onDone();
          }}
        />
      </Group>
    </Stack>
  );
}

/** Lists who may take the task; whoever has it opens it to more people and takes them away. */
export function Candidates({ task, isMine }: { readonly task: Task; readonly isMine: boolean }) {
  const texts = useTaskTexts();
  const queries = useQueryClient();
  const nameOf = useNames(task);
  const can = useCan();
  const mayChange = isMine && can('bpmnEngine.addIdentityLink');
  const params = { id: task.id };
  const remove = async (user: string): Promise<void> => {
    await api.bpmnEngine.removeIdentityLink({ params, query: { type: 'candidate', user } });
    showNotice(texts.candidateRemoved);
    await refreshTasks(queries);
  };
  const nobody = task.candidateUsers.length + task.candidateGroups.length === 0;
  return (
    <Group gap="xs">
      {nobody && !mayChange ? '–' : null}
      {task.candidateGroups.join(', ')}
      {task.candidateUsers.map((user) => (
        <Group key={user} gap={2} wrap="nowrap">
          <span>{nameOf(user)}</span>
          {mayChange ? (
            <CloseButton aria-label={texts.removeCandidate(nameOf(user))} onClick={() => void remove(user)} />
          ) : null}
        </Group>
      ))}
      {mayChange ? (
        <PersonDialog
          label={texts.addCandidate}
          why={texts.addCandidateWhy}
          done={texts.candidateAdded}
          size="compact-sm"
          run={async (user) => {
            await api.bpmnEngine.addIdentityLink({ params, body: { type: 'candidate', user } });
            await refreshTasks(queries);
          }}
        />
      ) : null}
    </Group>
  );
}
