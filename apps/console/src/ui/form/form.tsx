// Asks for the fields of a record: limits from the schema, drafts that survive a reload, and what to do when somebody was faster.
import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts';
import { isCode, problemOf } from '../../lib/error.ts';
import type { BodySchema } from '../../lib/schema.ts';
import { useSession } from '../../lib/session.ts';
import { Failed } from '../page/states.tsx';
import { useUiTexts } from '../text/texts.ts';
import { FieldInput } from './field-input.tsx';
import { type Field, problemOfValue, sentValues, type Values } from './values.ts';

export interface FormProps {
  readonly schema: BodySchema;
  readonly fields: readonly Field[];
  readonly initial: Values;
  /** Names the page and the record, for the draft. */
  readonly place: string;
  readonly submit: string;
  /**
   * Sends the values on top of the record that the form began with, whose version stands in `base`. Whoever answers the record
   * as it is then lets the form go on with it.
   */
  readonly onSubmit: (values: Record<string, unknown>, base: Values) => Promise<Values | undefined>;
  /** Reads the record anew when somebody else has changed it. */
  readonly onConflict?: () => Promise<Values>;
  readonly onCancel?: () => void;
  readonly danger?: boolean;
}

/** Names the field that a failure speaks of: `authorityList[2]` is one of `authorityList`. */
function fieldErrors(error: unknown): Record<string, string> {
  const told = Object.entries(problemOf(error).fields).map(([path, texts]) => [
    path.split(/[.[]/, 1)[0],
    texts.join(' '),
  ]);
  return Object.fromEntries(told);
}

export function Form(props: FormProps) {
  const { schema, fields, initial, place, submit, onSubmit, onConflict, onCancel, danger = false } = props;
  const texts = useUiTexts();
  const { username } = useSession();
  const draftPlace = { username, place };
  const [draft] = useState(() => readDraft(draftPlace));
  const [base, setBase] = useState(initial);
  const [values, setValues] = useState<Values>({ ...initial, ...draft });
  const [hasDraft, setHasDraft] = useState(draft !== null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [theirs, setTheirs] = useState<Values | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const schemaOf = (name: string) => schema.properties?.[name] ?? {};
  const isRequired = (name: string): boolean => schema.required?.includes(name) ?? false;

  const change = (name: string, value: unknown): void => {
    const next = { ...values, [name]: value };
    setValues(next);
    const secret = fields.filter(({ widget }) => widget === 'password').map((field) => field.name);
    keepDraft(draftPlace, Object.fromEntries(Object.entries(next).filter(([key]) => !secret.includes(key))));
  };
  /** Where only something else of the record has changed, nobody has to be asked. */
  const isSame = (one: Values, other: Values): boolean =>
    fields.every(({ name }) => shown(one[name]) === shown(other[name]));
  const attempt = async (onto: Values): Promise<void> => {
    const next = await onSubmit(sentValues(values, onto), onto);
    dropDraft(draftPlace);
    setHasDraft(false);
    setTheirs(null);
    if (next === undefined) return;
    setBase(next);
    setValues(next);
  };
  const attemptOrAsk = async (onto: Values): Promise<void> => {
    try {
      await attempt(onto);
    } catch (error) {
      if (onConflict === undefined || !isCode(error, 'VERSION_CONFLICT')) throw error;
      const newer = await onConflict();
      if (isSame(newer, onto)) await attempt(newer);
      else setTheirs(newer);
    }
  };
  const send = async (onto: Values): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await attemptOrAsk(onto);
    } catch (error) {
      setErrors(fieldErrors(error));
      setFailure(error);
    }
    setBusy(false);
  };
  const onSend = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // The form of a dialog must not send the one that it was opened from.
    event.stopPropagation();
    if (busy) return;
    const wrong = fields.flatMap(({ name }) => {
      const problem = problemOfValue(values[name], schemaOf(name), isRequired(name), texts);
      return problem === null ? [] : [[name, problem] as const];
    });
    setErrors(Object.fromEntries(wrong));
    const first = wrong[0]?.[0];
    if (first === undefined) await send(base);
    else form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const startOver = (start: Values): void => {
    dropDraft(draftPlace);
    setHasDraft(false);
    setTheirs(null);
    setErrors({});
    setBase(start);
    setValues(start);
  };
  const isToldAtFields = fields.some(({ name }) => errors[name] !== undefined);
  return (
    <form ref={form} onSubmit={onSend} noValidate>
      <Stack gap="md">
        {hasDraft ? (
          <Alert variant="light" color="gray" py="xs">
            <Group justify="space-between">
              <Text size="sm">{texts.draftKept}</Text>
              <Button size="compact-sm" variant="default" onClick={() => startOver(base)}>
                {texts.draftDrop}
              </Button>
            </Group>
          </Alert>
        ) : null}
        {failure === null || isToldAtFields ? null : <Failed error={failure} />}
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            schema={schemaOf(field.name)}
            isRequired={isRequired(field.name)}
            value={values[field.name]}
            error={errors[field.name] ?? null}
            onValue={(value) => change(field.name, value)}
          />
        ))}
        {theirs === null ? null : (
          <Conflict
            fields={fields}
            mine={values}
            theirs={theirs}
            onTake={() => startOver(theirs)}
            onKeep={() => void send(theirs)}
          />
        )}
        <Group>
          <Button type="submit" loading={busy} {...(danger ? { color: 'red' } : {})}>
            {submit}
          </Button>
          {onCancel === undefined ? null : (
            <Button variant="default" onClick={onCancel}>
              {texts.cancel}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface ConflictProps {
  readonly fields: readonly Field[];
  readonly mine: Values;
  readonly theirs: Values;
  readonly onTake: () => void;
  readonly onKeep: () => void;
}

function shown(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** Shows what differs, field by field; nothing is lost whichever is taken. */
function Conflict({ fields, mine, theirs, onTake, onKeep }: ConflictProps) {
  const texts = useUiTexts();
  const different = fields.filter(({ name }) => shown(mine[name]) !== shown(theirs[name]));
  return (
    <Alert color="yellow" variant="light" role="alert" title={texts.conflict}>
      <Table withRowBorders={false}>
        <Table.Tbody>
          {different.map(({ name, label }) => (
            <Table.Tr key={name}>
              <Table.Th>{label}</Table.Th>
              <Table.Td>{shown(theirs[name])}</Table.Td>
              <Table.Td>→ {shown(mine[name])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group mt="xs">
        <Button size="compact-sm" variant="default" onClick={onTake}>
          {texts.conflictTake}
        </Button>
        <Button size="compact-sm" onClick={onKeep}>
          {texts.conflictKeep}
        </Button>
      </Group>
    </Alert>
  );
}
