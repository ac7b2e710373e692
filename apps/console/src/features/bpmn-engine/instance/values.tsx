// Shows the values of a running instance, and lets an operator change them.
import { Button, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { Section } from '../../../ui/page/page.tsx';
import { Failed, Loading } from '../../../ui/page/states.tsx';
import { readRows, rowsOf, type VariableRow } from '../../../ui/process/variables.ts';
import { VariablesEditor } from '../../../ui/process/variables-editor.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { refreshInstance, valuesQuery } from './instance-data.ts';
import { useInstanceTexts } from './texts.ts';

export function Values({ id }: { readonly id: string }) {
  const texts = useInstanceTexts();
  const values = useQuery(valuesQuery(id));
  return (
    <Section title={texts.values}>
      {values.isError ? <Failed error={values.error} onRetry={() => void values.refetch()} /> : null}
      {values.isPending ? <Loading /> : null}
      {values.data === undefined ? null : <ValuesForm key={JSON.stringify(values.data)} id={id} before={values.data} />}
    </Section>
  );
}

interface ValuesFormProps {
  readonly id: string;
  readonly before: Readonly<Record<string, unknown>>;
}

function ValuesForm({ id, before }: ValuesFormProps) {
  const texts = useInstanceTexts();
  const queries = useQueryClient();
  const [rows, setRows] = useState<readonly VariableRow[]>(() => rowsOf(before));
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const save = async (): Promise<void> => {
    const { wrong: unread, variables, typedVariables } = readRows(rows, before);
    setWrong(unread);
    if (unread.length > 0) return;
    try {
      const body = { variables, typedVariables };
      await api.bpmnEngine.setExecutionVariables({ params: { id }, body });
      showNotice(texts.saved);
      await refreshInstance(queries);
    } catch (error) {
      setFailure(error);
    }
  };
  const changed = readRows(rows, before);
  const isChanged =
    changed.wrong.length + Object.keys(changed.variables).length + Object.keys(changed.typedVariables).length > 0;
  return (
    <Stack>
      {failure === null ? null : <Failed error={failure} />}
      <VariablesEditor rows={rows} wrong={wrong} onRows={setRows} />
      {isChanged ? (
        <div>
          <Button onClick={() => void save()}>{texts.saveValues}</Button>
        </div>
      ) : null}
    </Stack>
  );
}
