// Sends the work of a task back to an earlier step, or takes a completed task back: looked at first, done afterwards.
import { NativeSelect, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { FormDialog } from '../../../ui/dialog/act.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Rehearsal } from '../../../ui/process/rehearsal.tsx';
import { findTaskOf, type ReturnTarget, refreshTasks, returnsQuery } from './task-data.ts';
import { useTaskTexts } from './texts.ts';

/** Sends a task back; not shown where there is no earlier step. */
export function SendBack({ taskId }: { readonly taskId: string }) {
  const texts = useTaskTexts();
  const navigate = useNavigate();
  const { data: targets = [] } = useQuery(returnsQuery(taskId));
  if (targets.length === 0) return null;
  return (
    <FormDialog label={texts.return} icon={<Icon name="undo" size={16} />} variant="default">
      {(close) => (
        <ReturnForm
          taskId={taskId}
          targets={targets}
          onDone={() => {
            close();
            void navigate({ to: address('tasks') });
          }}
        />
      )}
    </FormDialog>
  );
}

interface ReturnFormProps {
  readonly taskId: string;
  readonly targets: readonly ReturnTarget[];
  readonly onDone: () => void;
}

function ReturnForm({ taskId, targets, onDone }: ReturnFormProps) {
  const texts = useTaskTexts();
  const queries = useQueryClient();
  const [target, setTarget] = useState(targets[0]?.elementId ?? '');
  const nameOf = (elementId: string): string => targets.find((one) => one.elementId === elementId)?.name ?? elementId;
  const call = (body: { readonly dryRun?: boolean; readonly expectedVersion?: number }) =>
    api.bpmnEngine.returnTask({ params: { id: taskId }, body: { targetElementId: target, ...body } });
  return (
    <Stack>
      <NativeSelect
        label={texts.returnTo}
        data={targets.map(({ elementId, name }) => ({ value: elementId, label: name ?? elementId }))}
        value={target}
        onChange={(event) => setTarget(event.currentTarget.value)}
      />
      <Rehearsal
        why={texts.returnWhy}
        done={texts.returned}
        nameOf={nameOf}
        subject={target}
        rehearse={async () => (await call({ dryRun: true })).body}
        perform={(expectedVersion) => call({ expectedVersion })}
        refresh={() => refreshTasks(queries)}
        onDone={onDone}
      />
    </Stack>
  );
}

/** Takes a completed task back, and leads to it as it is open again. */
export function TakeBack({ taskId }: { readonly taskId: string }) {
  const texts = useTaskTexts();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const call = (body: { readonly dryRun?: boolean; readonly expectedVersion?: number }) =>
    api.bpmnEngine.withdrawTask({ params: { id: taskId }, body });
  const perform = async (expectedVersion: number): Promise<void> => {
    const { processInstance } = (await call({ expectedVersion })).body;
    const again = processInstance === null ? null : await findTaskOf(processInstance.id);
    await navigate({ to: again === null ? address('tasks') : address('task', { id: again }) });
  };
  return (
    <FormDialog label={texts.withdraw} icon={<Icon name="undo" size={16} />} variant="default">
      {(close) => (
        <Rehearsal
          why={texts.withdrawWhy}
          done={texts.withdrawn}
          nameOf={(elementId) => elementId}
          subject={taskId}
          rehearse={async () => (await call({ dryRun: true })).body}
          perform={perform}
          refresh={() => refreshTasks(queries)}
          onDone={close}
        />
      )}
    </FormDialog>
  );
}
