// Rehearses a change of an instance: it is looked at first and done afterwards, on the state that was looked at.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Failed } from '../page/states.tsx';
import { showNotice } from '../text/notice.tsx';
import { type Plan, PlanView } from './plan.tsx';
import { useProcessTexts } from './texts.ts';

type MadePlan = Plan & { readonly expectedVersion: number };

interface RehearsalProps {
  readonly why: string;
  readonly done: string;
  readonly nameOf: (elementId: string) => string;
  /** What is asked for; when it changes, a plan of something else is shown no longer. */
  readonly subject: string;
  readonly rehearse: () => Promise<MadePlan>;
  readonly perform: (expectedVersion: number) => Promise<unknown>;
  /** Makes all that shows what was changed ask anew. */
  readonly refresh: () => Promise<unknown>;
  readonly onDone: () => void;
}

export function Rehearsal({ why, done, nameOf, subject, rehearse, perform, refresh, onDone }: RehearsalProps) {
  const texts = useProcessTexts();
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
      await refresh();
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
