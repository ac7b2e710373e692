// Asks for one field: the input follows from the type of its schema.
import { Checkbox, MultiSelect, NativeSelect, TagsInput, Textarea, TextInput } from '@mantine/core';
import { type FieldSchema, typeOf } from '../../lib/schema.ts';
import { PasswordField } from './password-field.tsx';
import { type Field, isoDate, localDate, optionsOf } from './values.ts';

/** A text that may be longer than this is written in an area. */
const LINE_MAX = 500;

interface FieldInputProps {
  readonly field: Field;
  readonly schema: FieldSchema;
  readonly isRequired: boolean;
  readonly value: unknown;
  readonly error: string | null;
  readonly onValue: (value: unknown) => void;
}

function numberOf(text: string): unknown {
  const value = Number(text.replace(',', '.'));
  return text.trim() === '' || Number.isNaN(value) ? text : value;
}

/** Properties that every input is given. */
function sharedOf({ field, isRequired, error }: FieldInputProps) {
  const { name, label, help, readOnly = false } = field;
  return { name, label, error, readOnly, description: help, required: isRequired };
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

export function FieldInput(props: FieldInputProps) {
  const { field, schema, value, error, onValue } = props;
  const shared = sharedOf(props);
  if (field.input !== undefined) return field.input({ value, error, onValue });
  switch (typeOf(schema)) {
    case 'boolean':
      return (
        <Checkbox
          name={shared.name}
          label={shared.label}
          description={shared.description}
          error={shared.error}
          disabled={shared.readOnly}
          checked={value === true}
          onChange={(event) => onValue(event.currentTarget.checked)}
        />
      );
    case 'array':
      return <ListInput {...props} />;
    case 'integer':
    case 'number':
      return (
        <TextInput
          {...shared}
          inputMode="decimal"
          value={textOf(value)}
          onChange={(event) => onValue(numberOf(event.currentTarget.value))}
        />
      );
    default:
      return optionsOf(field, schema).length > 0 ? <ChoiceInput {...props} /> : <LineInput {...props} />;
  }
}

function ListInput(props: FieldInputProps) {
  const { field, value, onValue } = props;
  const shared = sharedOf(props);
  const chosen = Array.isArray(value) ? value.map(String) : [];
  if (field.options === undefined) return <TagsInput {...shared} data={[]} value={chosen} onChange={onValue} />;
  return (
    <MultiSelect {...shared} searchable hidePickedOptions data={field.options} value={chosen} onChange={onValue} />
  );
}

function ChoiceInput(props: FieldInputProps) {
  const { field, schema, isRequired, value, onValue } = props;
  const { readOnly, ...shared } = sharedOf(props);
  const options = optionsOf(field, schema);
  return (
    <NativeSelect
      {...shared}
      disabled={readOnly}
      data={isRequired ? options : [{ value: '', label: '–' }, ...options]}
      value={textOf(value)}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  );
}

function isArea({ widget }: Field, { maxLength = 0 }: FieldSchema): boolean {
  return widget === 'code' || widget === 'area' || (widget !== 'line' && maxLength > LINE_MAX);
}

function LineInput(props: FieldInputProps) {
  const { field, schema, value, onValue } = props;
  const shared = sharedOf(props);
  const onChange = (event: { readonly currentTarget: { readonly value: string } }): void =>
    onValue(event.currentTarget.value);
  if (schema.format === 'date-time') {
    const onDate = (event: { readonly currentTarget: { readonly value: string } }): void =>
      onValue(isoDate(event.currentTarget.value));
    return <TextInput {...shared} type="datetime-local" value={localDate(value)} onChange={onDate} />;
  }
  if (field.widget === 'password')
    return <PasswordField {...shared} autoComplete="new-password" value={textOf(value)} onChange={onChange} />;
  if (isArea(field, schema)) {
    const isCode = field.widget === 'code';
    return (
      <Textarea
        {...shared}
        rows={isCode ? 8 : 3}
        resize="vertical"
        {...(isCode ? { classNames: { input: 'k-mono' } } : {})}
        value={textOf(value)}
        onChange={onChange}
      />
    );
  }
  return <TextInput {...shared} value={textOf(value)} onChange={onChange} />;
}
