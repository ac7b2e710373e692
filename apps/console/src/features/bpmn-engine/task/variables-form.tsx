// Lets a person fill in a task that has no form of its own: the values of its process, and what the process asks for beside.
import { Text } from '@mantine/core';
import { useState } from 'react';
import { Failed } from '../../../ui/page/states.tsx';
import { useProcessTexts } from '../../../ui/process/texts.ts';
import { readRows, rowsOf, type VariableRow } from '../../../ui/process/variables.ts';
import { VariablesEditor } from '../../../ui/process/variables-editor.tsx';
import { type FilledTask, isClosedTo, TaskFrame, useTaskSending } from './task-form.tsx';
import { useTaskTexts } from './texts.ts';

interface VariablesFormProps extends FilledTask {
  readonly variables: Readonly<Record<string, unknown>>;
}

export function VariablesForm({ variables, ...filled }: VariablesFormProps) {
  const texts = useTaskTexts();
  const processTexts = useProcessTexts();
  const { failure, busy, readDraft, keepDraft, send } = useTaskSending(filled);
  const [rows, setRows] = useState<readonly VariableRow[]>(
    () => (readDraft()?.rows as VariableRow[] | undefined) ?? rowsOf(variables),
  );
  const [wrong, setWrong] = useState<readonly string[]>([]);

  const change = (next: readonly VariableRow[]): void => {
    setRows(next);
    keepDraft({ rows: next });
  };
  const onSend = (way: 'complete' | 'save'): void => {
    if (busy !== null) return;
    const { wrong: unread, ...values } = readRows(rows, variables);
    setWrong(unread);
    if (unread.length === 0) void send(way, values);
  };
  return (
    <TaskFrame {...filled} why={texts.formWhy} busy={busy} onSend={onSend}>
      {failure === null ? null : <Failed error={failure} />}
      {rows.length === 0 ? <Text size="sm">{processTexts.noVariables}</Text> : null}
      <VariablesEditor rows={rows} wrong={wrong} readOnly={isClosedTo(filled)} onRows={change} />
    </TaskFrame>
  );
}
