// Lets somebody say which variables a template has: of what type each is, what it is for, and what stands for it in previews.
import { ActionIcon, Button, Checkbox, NativeSelect, Text, TextInput } from '@mantine/core';
import { Icon } from '../../../ui/icon/icon.tsx';
import { fits, newRow, type ParameterRow, type ParameterType } from './parameters.ts';
import { useTemplatesTexts } from './texts.ts';

interface ParametersInputProps {
  readonly rows: readonly ParameterRow[];
  readonly error: string | null;
  readonly onRows: (rows: readonly ParameterRow[]) => void;
}

export function ParametersInput({ rows, error, onRows }: ParametersInputProps) {
  const texts = useTemplatesTexts();
  return (
    <fieldset className="k-parameters">
      <legend>{texts.variables}</legend>
      <Text size="sm" c="dimmed">
        {texts.variablesHelp}
      </Text>
      {rows.map((row) => (
        <Row
          key={row.key}
          row={row}
          onRow={(next) => onRows(rows.map((one) => (one.key === row.key ? next : one)))}
          onRemove={() => onRows(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      {error === null ? null : (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => onRows([...rows, newRow()])}
        >
          {texts.addVariable}
        </Button>
      </div>
    </fieldset>
  );
}

interface RowProps {
  readonly row: ParameterRow;
  readonly onRow: (row: ParameterRow) => void;
  readonly onRemove: () => void;
}

function Row({ row, onRow, onRemove }: RowProps) {
  const texts = useTemplatesTexts();
  const { type } = row;
  const textOf = (name: 'name' | 'description' | 'sample' | 'fallback') => ({
    value: row[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onRow({ ...row, [name]: event.currentTarget.value }),
  });
  const wrongOf = (text: string): string | null => (fits(type, text) ? null : texts.wrongValue[type]);
  const types = Object.entries(texts.parameterTypes).map(([value, label]) => ({ value, label }));
  return (
    <div className="k-parameter">
      <TextInput label={texts.variable} classNames={{ input: 'k-mono' }} required {...textOf('name')} />
      <NativeSelect
        label={texts.variableType}
        data={types}
        value={type}
        onChange={(event) => onRow({ ...row, type: event.currentTarget.value as ParameterType })}
      />
      <TextInput label={texts.sampleValue} error={wrongOf(row.sample)} {...textOf('sample')} />
      <TextInput label={texts.fallback} error={wrongOf(row.fallback)} {...textOf('fallback')} />
      <TextInput className="k-parameter-wide" label={texts.variableFor} {...textOf('description')} />
      <Checkbox
        label={texts.needed}
        checked={row.required}
        onChange={(event) => onRow({ ...row, required: event.currentTarget.checked })}
      />
      <ActionIcon
        className="k-parameter-remove"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={texts.removeVariable(row.name)}
        onClick={onRemove}
      >
        <Icon name="x" size={16} />
      </ActionIcon>
    </div>
  );
}
