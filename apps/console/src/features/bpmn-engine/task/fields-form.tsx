// Lets a person fill in a task that has a form: its fields as inputs, and what the server says of each beside it.
import type { FormField } from '../../../lib/process-form.ts';
import type { Values } from '../../../ui/form/values.ts';
import { Failed } from '../../../ui/page/states.tsx';
import { useFormFields } from '../../../ui/process/form-fields.tsx';
import { type FilledTask, isClosedTo, TaskFrame, useTaskSending } from './task-form.tsx';
import { useTaskTexts } from './texts.ts';

interface FieldsFormProps extends FilledTask {
  readonly fields: readonly FormField[];
}

export function FieldsForm({ fields, ...filled }: FieldsFormProps) {
  const texts = useTaskTexts();
  const { failure, busy, readDraft, keepDraft, send } = useTaskSending(filled);
  const { inputs, isShownAtFields, read, goToRefused } = useFormFields({
    fields,
    isClosed: isClosedTo(filled),
    failure,
    kept: readDraft()?.fields as Values | undefined,
    onKeep: (typed) => keepDraft({ fields: typed }),
  });
  const onSend = async (way: 'complete' | 'save'): Promise<void> => {
    if (busy !== null) return;
    const variables = read(way === 'complete');
    if (variables !== null) goToRefused(await send(way, { variables }));
  };
  return (
    <TaskFrame {...filled} why={texts.fieldsWhy} busy={busy} onSend={(way) => void onSend(way)}>
      {failure === null || isShownAtFields ? null : <Failed error={failure} />}
      {inputs}
    </TaskFrame>
  );
}
