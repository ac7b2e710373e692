// Lets a person edit variables of a process: what is there by its type, and new ones with a name and a type.
import { ActionIcon, Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { Icon } from '../icon/icon.tsx';
import { useProcessTexts } from './texts.ts';
import { type EditedType, editedTypes, type VariableRow } from './variables.ts';
import './process.css';

interface VariablesEditorProps {
  readonly rows: readonly VariableRow[];
  /** Keys of rows whose text fits not. */
  readonly wrong: readonly string[];
  readonly readOnly?: boolean;
  readonly onRows: (rows: readonly VariableRow[]) => void;
}

export function VariablesEditor({ rows, wrong, readOnly = false, onRows }: VariablesEditorProps) {
  const texts = useProcessTexts();
  const change = (key: string, part: Partial<VariableRow>): void =>
    onRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const added = useRef<string | null>(null);
  const add = (): void => {
    added.current = crypto.randomUUID();
    onRows([...rows, { key: added.current, name: '', type: 'STRING', text: '', known: false }]);
  };
  /** Whoever adds a value goes on with its name. */
  const beginAt = (key: string) => (input: HTMLInputElement | null) => {
    if (key !== added.current || input === null) return;
    added.current = null;
    input.focus();
  };
  return (
    <div className="k-variables">
      {rows.map((row) => (
        <div className="k-variable" key={row.key}>
          {row.known ? null : (
            <>
              <TextInput
                ref={beginAt(row.key)}
                label={texts.name}
                value={row.name}
                onChange={(event) => change(row.key, { name: event.currentTarget.value })}
              />
              <NativeSelect
                label={texts.type}
                data={editedTypes.map((type) => ({ value: type, label: texts.types[type] }))}
                value={row.type}
                onChange={(event) => change(row.key, { type: event.currentTarget.value as EditedType })}
              />
            </>
          )}
          <ValueInput
            row={row}
            label={row.known ? row.name : texts.value}
            error={wrong.includes(row.key) ? texts.wrong[row.type] : null}
            readOnly={readOnly}
            onText={(text) => change(row.key, { text })}
          />
          {row.known ? null : (
            <ActionIcon
              className="k-variable-remove"
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={texts.remove(row.name)}
              onClick={() => onRows(rows.filter(({ key }) => key !== row.key))}
            >
              <Icon name="x" size={16} />
            </ActionIcon>
          )}
        </div>
      ))}
      {readOnly ? null : (
        <div>
          <Button variant="subtle" size="compact-sm" leftSection={<Icon name="plus" size={14} />} onClick={add}>
            {texts.add}
          </Button>
        </div>
      )}
    </div>
  );
}

interface ValueInputProps {
  readonly row: VariableRow;
  readonly label: string;
  readonly error: string | null;
  readonly readOnly: boolean;
  readonly onText: (text: string) => void;
}

function ValueInput({ row, label, error, readOnly, onText }: ValueInputProps) {
  const texts = useProcessTexts();
  const common = { className: 'k-variable-value', label, error, readOnly };
  switch (row.type) {
    case 'NULL':
      return row.known ? <TextInput {...common} value="" placeholder={texts.types.NULL} readOnly /> : null;
    case 'BOOLEAN':
      return (
        <NativeSelect
          className="k-variable-value"
          label={label}
          disabled={readOnly}
          data={[
            { value: 'false', label: texts.no },
            { value: 'true', label: texts.yes },
          ]}
          value={row.text === 'true' ? 'true' : 'false'}
          onChange={(event) => onText(event.currentTarget.value)}
        />
      );
    case 'JSON':
      return (
        <Textarea
          {...common}
          rows={4}
          resize="vertical"
          classNames={{ input: 'k-mono' }}
          value={row.text}
          onChange={(event) => onText(event.currentTarget.value)}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          {...(row.type === 'DATE' ? { type: 'date' } : {})}
          {...(row.type === 'INTEGER' || row.type === 'DOUBLE' ? { inputMode: 'decimal' as const } : {})}
          value={row.text}
          onChange={(event) => onText(event.currentTarget.value)}
        />
      );
  }
}
