// Lets a person fill in the form of a task: its fields as inputs, and what the server says of each beside it.
import { useRef, useState } from 'react';
import { problemOf } from '../../../lib/error.ts';
import { FieldInput } from '../../../ui/form/field-input.tsx';
import { problemOfValue, sentValues, type Values } from '../../../ui/form/values.ts';
import { Failed } from '../../../ui/page/states.tsx';
import { useUiTexts } from '../../../ui/text/texts.ts';
import { askedOf } from './asked-field.tsx';
import type { FormField } from './task-data.ts';
import { type FilledTask, isClosedTo, TaskFrame, useTaskSending } from './task-form.tsx';
import { useTaskTexts } from './texts.ts';
import './task.css';

/** What may not be read may be there already: the server knows. */
const isNeeded = ({ required, readable, type }: FormField): boolean => required && readable && type !== 'CHECKBOX';

interface FieldsFormProps extends FilledTask {
  readonly fields: readonly FormField[];
}

export function FieldsForm({ fields, ...filled }: FieldsFormProps) {
  const texts = useTaskTexts();
  const uiTexts = useUiTexts();
  const { failure, busy, readDraft, keepDraft, send } = useTaskSending(filled);
  const [initial] = useState<Values>(() => Object.fromEntries(fields.map(({ variable, value }) => [variable, value])));
  const [values, setValues] = useState<Values>(() => ({ ...initial, ...(readDraft()?.fields as Values | undefined) }));
  const [checked, setChecked] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const messages = problemOf(failure).fields;
  const messageOf = ({ variable }: FormField): string | null => messages[`variables.${variable}`]?.join(' ') ?? null;

  const problemAt = (field: FormField): string | null =>
    field.writable ? problemOfValue(values[field.variable], askedOf(field).schema, isNeeded(field), uiTexts) : null;
  const change = (variable: string, value: unknown): void => {
    const next = { ...values, [variable]: value };
    setValues(next);
    // What is secret is never kept.
    const kept = fields.filter(({ type, readable }) => type !== 'PASSWORD' && readable);
    keepDraft({ fields: Object.fromEntries(kept.map((field) => [field.variable, next[field.variable]])) });
  };
  const focusOn = (field: FormField | undefined): void =>
    frame.current?.querySelector<HTMLElement>(`[name="${field?.variable ?? ''}"]`)?.focus();
  const onSend = async (way: 'complete' | 'save'): Promise<void> => {
    if (busy !== null) return;
    const first = fields.find((field) => problemAt(field) !== null);
    setChecked(way === 'complete');
    if (way === 'complete' && first !== undefined) return focusOn(first);
    const writable = new Set(fields.filter((field) => field.writable).map(({ variable }) => variable));
    const sent = Object.entries(sentValues(values, initial)).filter(([name]) => writable.has(name));
    const refused = problemOf(await send(way, { variables: Object.fromEntries(sent) })).fields;
    focusOn(fields.find(({ variable }) => refused[`variables.${variable}`] !== undefined));
  };
  const isShownAtFields = fields.some((field) => messageOf(field) !== null);
  return (
    <TaskFrame {...filled} why={texts.fieldsWhy} busy={busy} onSend={(way) => void onSend(way)}>
      {failure === null || isShownAtFields ? null : <Failed error={failure} />}
      <div ref={frame} className="k-fields">
        {fields.map((field) => {
          const { field: asked, schema } = askedOf(field, isClosedTo(filled));
          return (
            <FieldInput
              key={field.id}
              field={asked}
              schema={schema}
              isRequired={field.required}
              value={values[field.variable]}
              error={messageOf(field) ?? (checked ? problemAt(field) : null)}
              onValue={(value) => change(field.variable, value)}
            />
          );
        })}
      </div>
    </TaskFrame>
  );
}
