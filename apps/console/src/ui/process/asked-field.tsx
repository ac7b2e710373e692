// Turns a field of a form into what the inputs of the pages take: what it is called, how it is asked for, between which bounds.
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { FormField } from '../../lib/process-form.ts';
import type { FieldSchema } from '../../lib/schema.ts';
import type { AskedValue, Field } from '../form/values.ts';
import { useProcessTexts } from './texts.ts';

interface AskedField {
  readonly field: Field;
  readonly schema: FieldSchema;
}

/** A field that nobody may write, or that is closed to the person, is shown alone. */
export function askedOf(asked: FormField, isClosed = false): AskedField {
  const { variable: name, label, id, type, values, writable, required } = asked;
  const readOnly = isClosed || !writable;
  const field: Field = { name, label: label ?? id, readOnly };
  const options = values.map((value) => ({ value: value.id, label: value.name }));
  const own = (Input: typeof DayInput): AskedField => ({
    field: { ...field, input: (given) => <Input {...given} field={field} required={required} type={type} /> },
    schema: {},
  });
  switch (type) {
    case 'INTEGER':
    case 'NUMBER':
      return { field, schema: { type: 'number' } };
    case 'CHECKBOX':
      return own(TickInput);
    case 'BOOLEAN':
      return own(YesOrNoInput);
    case 'DATE':
    case 'TIME':
      return own(DayInput);
    case 'DATETIME':
      return { field, schema: { type: 'string', format: 'date-time' } };
    case 'LIST':
      return { field: options.length === 0 ? field : { ...field, options }, schema: { type: 'array' } };
    case 'ENUM':
      return { field: { ...field, options }, schema: { type: 'string' } };
    case 'ANY':
      return own(AnyInput);
    default:
      return { field: { ...field, ...widgetOf(type) }, schema: lengthsOf(asked) };
  }
}

function widgetOf(type: FormField['type']): Pick<Field, 'widget'> {
  return { widget: type === 'PASSWORD' ? 'password' : type === 'TEXT' ? 'line' : 'area' };
}

function lengthsOf({ minlength, maxlength }: FormField): FieldSchema {
  return {
    type: 'string',
    ...(minlength === null ? {} : { minLength: minlength }),
    ...(maxlength === null ? {} : { maxLength: maxlength }),
  };
}

interface OwnInputProps extends AskedValue {
  readonly field: Field;
  readonly required: boolean;
  readonly type: FormField['type'];
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

function DayInput({ field, required, type, value, error, onValue }: OwnInputProps) {
  const { name, label, readOnly = false } = field;
  return (
    <TextInput
      {...{ name, label, readOnly, required, error }}
      type={type === 'TIME' ? 'time' : 'date'}
      value={textOf(value)}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  );
}

/** One that must be ticked says so in its name: a box has no place for it elsewhere. */
function TickInput({ field, required, value, error, onValue }: OwnInputProps) {
  const { name, label, readOnly = false } = field;
  return (
    <Checkbox
      {...{ name, required, error }}
      label={required ? `${label} *` : label}
      disabled={readOnly}
      checked={value === true}
      onChange={(event) => onValue(event.currentTarget.checked)}
    />
  );
}

/** Nothing chosen is neither. */
function YesOrNoInput({ field, required, value, error, onValue }: OwnInputProps) {
  const texts = useProcessTexts();
  const { name, label, readOnly } = field;
  const choices = [
    { value: '', label: '–' },
    { value: 'true', label: texts.yes },
    { value: 'false', label: texts.no },
  ];
  return (
    <NativeSelect
      {...{ name, label, required, error }}
      disabled={readOnly === true}
      data={choices}
      value={textOf(value)}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        onValue(chosen === '' ? null : chosen === 'true');
      }}
    />
  );
}

/** What a client of its own fills in is shown as it is. */
function AnyInput({ field: { name, label }, required, value, error }: OwnInputProps) {
  const text = typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value, null, 2);
  return <Textarea {...{ name, label, required, error }} readOnly rows={3} value={text} />;
}
