// Asks for the fields of a record: limits from the schema, drafts that survive a reload, and what to do when somebody was faster.
import { Button, Stack } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { BodySchema } from '../../lib/schema.ts';
import { Failed } from '../page/states.tsx';
import { useUiTexts } from '../text/texts.ts';
import { Conflict } from './conflict.tsx';
import { FieldInput } from './field-input.tsx';
import { OldDraft } from './old-draft.tsx';
import { useDraft } from './use-draft.ts';
import { useSending } from './use-sending.ts';
import { type Field, problemOfValue, shownOf, type Values } from './values.ts';

interface FormProps {
  readonly schema: BodySchema;
  readonly fields: readonly Field[];
  readonly initial: Values;
  /** Name of the page and the record, for the draft. */
  readonly place: string;
  readonly submit: string;
  /**
   * Sends the values on top of the record that the form began with, whose version stands in `base`. Whoever answers the record
   * as it is then lets the form go on with it.
   */
  readonly onSubmit: (values: Record<string, unknown>, base: Values) => Promise<Values | undefined>;
  /** Reads the record anew when somebody else has changed it. */
  readonly onConflict?: () => Promise<Values>;
}

/**
 * Follows the record: who has typed nothing sees what others save; what was typed stays, and is compared once it is
 * sent.
 */
function useFollowing(
  { fields, initial }: FormProps,
  values: Values,
  base: Values,
  startOver: (start: Values) => void,
): void {
  const shownIn = (one: Values): string => JSON.stringify([one.version, ...fields.map((field) => shownOf(field, one))]);
  const now = shownIn(initial);
  const begun = useRef(now);
  const isTouched = fields.some((field) => shownOf(field, values) !== shownOf(field, base));
  const latest = useRef({ initial, isTouched, startOver });
  latest.current = { initial, isTouched, startOver };
  useEffect(() => {
    if (begun.current === now) return;
    begun.current = now;
    if (!latest.current.isTouched) latest.current.startOver(latest.current.initial);
  }, [now]);
}

export function Form(props: FormProps) {
  const { schema, fields, initial, place, submit } = props;
  const texts = useUiTexts();
  const draft = useDraft(place, initial, fields);
  const { base, errors, failure, theirs, busy, forget, send, startOver } = useSending(props, draft);
  useFollowing(props, draft.values, base, startOver);
  const [checked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const schemaOf = (name: string) => schema.properties?.[name] ?? {};
  const isRequired = (name: string): boolean => schema.required?.includes(name) ?? false;
  const problemAt = ({ name, problem }: Field): string | null => {
    const value = draft.values[name];
    return problem?.(value) ?? problemOfValue(value, schemaOf(name), isRequired(name), texts);
  };
  const onSend = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // The form of a dialog must not send the one that it was opened from.
    event.stopPropagation();
    if (busy) return;
    const first = fields.find((field) => problemAt(field) !== null);
    setChecked(first !== undefined);
    if (first === undefined) return send(base);
    forget();
    form.current?.querySelector<HTMLElement>(`[name="${first.name}"]`)?.focus();
  };
  const isShownAtFields = fields.some(({ name }) => errors[name] !== undefined);
  return (
    <form ref={form} onSubmit={onSend} noValidate>
      <Stack gap="md">
        {draft.isOld ? <OldDraft onDrop={() => startOver(base)} /> : null}
        {failure === null || isShownAtFields ? null : <Failed error={failure} />}
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            schema={schemaOf(field.name)}
            isRequired={isRequired(field.name)}
            value={draft.values[field.name]}
            error={errors[field.name] ?? (checked ? problemAt(field) : null)}
            onValue={(value) => draft.change(field.name, value)}
          />
        ))}
        {theirs === null ? null : (
          <Conflict
            fields={fields}
            mine={draft.values}
            theirs={theirs}
            onTake={() => startOver(theirs)}
            onKeep={() => void send(theirs)}
          />
        )}
        <div>
          <Button type="submit" loading={busy}>
            {submit}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
