// Lets a person fill in the fields of a form, of a task or of a start, and says at each what does not fit.
import { type ReactNode, useRef, useState } from 'react';
import { problemOf } from '../../lib/error.ts';
import type { FormField } from '../../lib/process-form.ts';
import { FieldInput } from '../form/field-input.tsx';
import { problemOfValue, sentValues, type Values } from '../form/values.ts';
import { useUiTexts } from '../text/texts.ts';
import { askedOf } from './asked-field.tsx';
import './process.css';

interface FilledFields {
  readonly fields: readonly FormField[];
  /** Fields that are shown alone: they are closed to the person. */
  readonly isClosed?: boolean;
  /** What the server has refused last. */
  readonly failure: unknown;
  /** What was typed before. */
  readonly kept: Values | undefined;
  readonly onKeep: (typed: Values) => void;
}

interface FormFields {
  readonly inputs: ReactNode;
  /** Whether all that the server has refused is said at fields. */
  readonly isShownAtFields: boolean;
  /** Answers what is sent; null where a field does not fit, which has the focus then. What is kept for later may be half done. */
  readonly read: (isWhole: boolean) => Record<string, unknown> | null;
  /** Goes to the first field that the server has refused. */
  readonly goToRefused: (failure: unknown) => void;
}

const pathOf = ({ variable }: FormField): string => `variables.${variable}`;

/** What may not be read may be there already: the server knows. */
const isNeeded = ({ required, readable, type }: FormField): boolean => required && readable && type !== 'CHECKBOX';

/** What is typed stands above what the form holds, which may be another one meanwhile. */
export function useFormFields({ fields, isClosed = false, failure, kept, onKeep }: FilledFields): FormFields {
  const uiTexts = useUiTexts();
  const [typed, setTyped] = useState<Values>(kept ?? {});
  const [checked, setChecked] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const initial: Values = Object.fromEntries(fields.map(({ variable, value }) => [variable, value]));
  const values: Values = { ...initial, ...typed };
  const refused = problemOf(failure).fields;
  const paths = new Set(fields.map(pathOf));

  const problemAt = (field: FormField): string | null =>
    field.writable ? problemOfValue(values[field.variable], askedOf(field).schema, isNeeded(field), uiTexts) : null;
  const change = (variable: string, value: unknown): void => {
    const next = { ...typed, [variable]: value };
    setTyped(next);
    // What is secret is never kept.
    const secret = new Set(fields.filter((one) => one.type === 'PASSWORD' || !one.readable).map((one) => one.variable));
    onKeep(Object.fromEntries(Object.entries(next).filter(([name]) => !secret.has(name))));
  };
  const goTo = ({ variable }: FormField): void =>
    frame.current?.querySelector<HTMLElement>(`[name="${CSS.escape(variable)}"]`)?.focus();
  return {
    inputs: (
      <div ref={frame} className="k-fields">
        {fields.map((field) => {
          const { field: asked, schema } = askedOf(field, isClosed);
          return (
            <FieldInput
              key={field.id}
              field={asked}
              schema={schema}
              isRequired={field.required}
              value={values[field.variable]}
              error={refused[pathOf(field)]?.join(' ') ?? (checked ? problemAt(field) : null)}
              onValue={(value) => change(field.variable, value)}
            />
          );
        })}
      </div>
    ),
    isShownAtFields: Object.keys(refused).length > 0 && Object.keys(refused).every((path) => paths.has(path)),
    read(isWhole) {
      const first = fields.find((field) => problemAt(field) !== null);
      setChecked(isWhole);
      if (isWhole && first !== undefined) {
        goTo(first);
        return null;
      }
      const writable = new Set(fields.filter((field) => field.writable).map(({ variable }) => variable));
      return Object.fromEntries(Object.entries(sentValues(values, initial)).filter(([name]) => writable.has(name)));
    },
    goToRefused(failed) {
      const { fields: messages } = problemOf(failed);
      const first = fields.find((field) => messages[pathOf(field)] !== undefined);
      if (first !== undefined) goTo(first);
    },
  };
}
