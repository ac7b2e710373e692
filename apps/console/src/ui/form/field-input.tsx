// Asks for one field: the input follows from the type of its schema.
import { Checkbox, MultiSelect, NativeSelect, PasswordInput, TagsInput, Textarea, TextInput } from '@mantine/core';
import { type FieldSchema, typeOf } from '../../lib/schema.ts';
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

export function FieldInput({ field, schema, isRequired, value, error, onValue }: FieldInputProps) {
  const { name, label, help, widget, readOnly = false } = field;
  const common = { name, label, error, readOnly, description: help, required: isRequired };
  const text = value === undefined || value === null ? '' : String(value);
  const options = optionsOf(field, schema);
  switch (typeOf(schema)) {
    case 'boolean':
      return (
        <Checkbox
          name={name}
          label={label}
          description={help}
          error={error}
          disabled={readOnly}
          checked={value === true}
          onChange={(event) => onValue(event.currentTarget.checked)}
        />
      );
    case 'array': {
      const chosen = Array.isArray(value) ? value.map(String) : [];
      if (field.options !== undefined) {
        return (
          <MultiSelect {...common} searchable hidePickedOptions data={options} value={chosen} onChange={onValue} />
        );
      }
      return <TagsInput {...common} data={[]} value={chosen} onChange={onValue} />;
    }
    case 'integer':
    case 'number':
      return (
        <TextInput
          {...common}
          inputMode="decimal"
          value={text}
          onChange={(event) => onValue(numberOf(event.currentTarget.value))}
        />
      );
    default:
  }
  if (options.length > 0) {
    const data = isRequired ? options : [{ value: '', label: '–' }, ...options];
    const { readOnly: _readOnly, ...shared } = common;
    return (
      <NativeSelect
        {...shared}
        disabled={readOnly}
        data={data}
        value={text}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
    );
  }
  if (schema.format === 'date-time') {
    return (
      <TextInput
        {...common}
        type="datetime-local"
        value={localDate(value)}
        onChange={(event) => onValue(isoDate(event.currentTarget.value))}
      />
    );
  }
  if (widget === 'password') {
    return (
      <PasswordInput
        {...common}
        autoComplete="new-password"
        value={text}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
    );
  }
  if (widget === 'area' || widget === 'code' || (schema.maxLength ?? 0) > LINE_MAX) {
    return (
      <Textarea
        {...common}
        rows={widget === 'code' ? 8 : 3}
        resize="vertical"
        {...(widget === 'code' ? { classNames: { input: 'k-mono' } } : {})}
        value={text}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
    );
  }
  return <TextInput {...common} value={text} onChange={(event) => onValue(event.currentTarget.value)} />;
}
