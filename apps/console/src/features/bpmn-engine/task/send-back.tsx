// Sends the work of a task back to an earlier step, or takes a completed task back: looked at first, done afterwards.
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { FormDialog } from '../../../ui/dialog/act.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Failed } from '../../../ui/page/states.tsx';
import { type Plan, PlanView } from '../../../ui/process/plan.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { findTaskOf, type ReturnTarget, refreshTasks, returnsQuery } from './task-data.ts';
import { useTaskTexts } from './texts.ts';

type MadePlan = Plan & { readonly expectedVersion: number };

interface RehearsalProps {
  readonly why: string;
  readonly done: string;
  readonly nameOf: (elementId: string) => string;
  /** What is asked for; when it changes, a plan of something else is shown no longer. */
  readonly subject: string;
  readonly rehearse: () => Promise<MadePlan>;
  readonly perform: (expectedVersion: number) => Promise<unknown>;
  readonly onDone: () => void;
}

function Rehearsal({ why, done, nameOf, subject, rehearse, perform, onDone }: RehearsalProps) {
  const texts = useTaskTexts();
  const queries = useQueryClient();
  const [made, setMade] = useState<{ readonly plan: MadePlan; readonly subject: string } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const plan = made?.subject === subject ? made.plan : null;
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setMade(null);
      setFailure(error);
    }
    setBusy(false);
  };
  const look = (): Promise<void> => run(async () => setMade({ plan: await rehearse(), subject }));
  const doIt = (expectedVersion: number): Promise<void> =>
    run(async () => {
      await perform(expectedVersion);
      onDone();
      showNotice(done);
      await refreshTasks(queries);
    });
  return (
    <Stack>
      <Text size="sm">{why}</Text>
      {failure === null ? null : <Failed error={failure} />}
      {plan === null ? null : <PlanView plan={plan} nameOf={nameOf} />}
      <Group>
        <Button
          variant={plan === null ? 'filled' : 'default'}
          loading={busy && plan === null}
          onClick={() => void look()}
        >
          {texts.look}
        </Button>
        {plan?.legal === true ? (
          <Button loading={busy} onClick={() => void doIt(plan.expectedVersion)}>
            {texts.doIt}
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}

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
        onDone={onDone}
      />
    </Stack>
  );
}

/** Takes a completed task back, and leads to it as it is open again. */
export function TakeBack({ taskId }: { readonly taskId: string }) {
  const texts = useTaskTexts();
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
          onDone={close}
        />
      )}
    </FormDialog>
  );
}
