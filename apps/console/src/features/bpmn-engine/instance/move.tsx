// Lets an instance go on by another version of its process: looked at first, done afterwards.
import { NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { versionsQuery } from '../../../lib/versions.ts';
import { FormDialog } from '../../../ui/dialog/act.tsx';
import { Failed, Loading } from '../../../ui/page/states.tsx';
import { Rehearsal } from '../../../ui/process/rehearsal.tsx';
import { type Instance, refreshInstance } from './instance-data.ts';
import { useInstanceTexts } from './texts.ts';

export function Move({ instance }: { readonly instance: Instance }) {
  const texts = useInstanceTexts();
  return (
    <FormDialog label={texts.move} variant="default">
      {(close) => <MoveForm instance={instance} onDone={close} />}
    </FormDialog>
  );
}

function MoveForm({ instance, onDone }: { readonly instance: Instance; readonly onDone: () => void }) {
  const texts = useInstanceTexts();
  const queries = useQueryClient();
  const { id, processDefinitionKey, processDefinitionId, currentElements } = instance;
  const versions = useQuery(versionsQuery(processDefinitionKey));
  const [chosen, setChosen] = useState<string | null>(null);
  if (versions.isError) return <Failed error={versions.error} onRetry={() => void versions.refetch()} />;
  if (versions.data === undefined) return <Loading lines={2} />;
  const others = versions.data.filter((one) => one.id !== processDefinitionId);
  const target = chosen ?? others[0]?.id;
  if (target === undefined) return <Text size="sm">{texts.noOther}</Text>;
  const call = async (more: { readonly dryRun?: boolean; readonly expectedVersions?: Record<string, number> }) => {
    const body = { targetDefinitionId: target, processInstanceIds: [id], ...more };
    return (await api.bpmnEngine.migrateProcessInstances({ body })).body[0]?.plan ?? null;
  };
  const rehearse = async () => {
    const plan = await call({ dryRun: true });
    if (plan === null) throw new Error('the instance is in no plan');
    return plan;
  };
  return (
    <Stack>
      <NativeSelect
        label={texts.moveTo}
        data={others.map((one) => ({ value: one.id, label: String(one.version) }))}
        value={target}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Rehearsal
        why={texts.moveWhy}
        done={texts.moved}
        nameOf={(elementId) => currentElements.find((one) => one.elementId === elementId)?.elementName ?? elementId}
        subject={target}
        rehearse={rehearse}
        perform={(expectedVersion) => call({ expectedVersions: { [id]: expectedVersion } })}
        refresh={() => refreshInstance(queries)}
        onDone={onDone}
      />
    </Stack>
  );
}
