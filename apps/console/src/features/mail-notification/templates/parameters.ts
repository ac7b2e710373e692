// Holds the variables of a template as they are edited: each value as the text that somebody writes.
import type { Template } from './template-data.ts';

type Parameter = Template['parameterList'][number];
export type ParameterType = Parameter['type'];

export interface ParameterRow {
  readonly key: string;
  readonly name: string;
  readonly type: ParameterType;
  readonly required: boolean;
  readonly description: string;
  readonly sample: string;
  readonly fallback: string;
}

const isText = (type: ParameterType): boolean => type === 'STRING' || type === 'DATE';

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function rowsOf(list: readonly Parameter[]): readonly ParameterRow[] {
  return list.map(({ name, type, required, description, sampleValue, defaultValue }) => ({
    key: crypto.randomUUID(),
    name,
    type,
    required: required === true,
    description: description ?? '',
    sample: textOf(sampleValue),
    fallback: textOf(defaultValue),
  }));
}

export function newRow(): ParameterRow {
  return {
    key: crypto.randomUUID(),
    name: '',
    type: 'STRING',
    required: false,
    description: '',
    sample: '',
    fallback: '',
  };
}

/** Whether a text can be a value of its type; an empty one is none. */
export function fits(type: ParameterType, text: string): boolean {
  if (text === '' || isText(type)) return true;
  try {
    const value: unknown = JSON.parse(text);
    switch (type) {
      case 'NUMBER':
        return typeof value === 'number';
      case 'BOOLEAN':
        return typeof value === 'boolean';
      case 'LIST':
        return Array.isArray(value);
      default:
        return typeof value === 'object' && value !== null && !Array.isArray(value);
    }
  } catch {
    return false;
  }
}

function valueFrom(type: ParameterType, text: string): unknown {
  if (text === '') return null;
  return isText(type) ? text : JSON.parse(text);
}

/** Makes of rows what is sent; every text fits its type by then. */
export function parametersOf(rows: readonly ParameterRow[]): Parameter[] {
  return rows.map(({ name, type, required, description, sample, fallback }) => ({
    name: name.trim(),
    type,
    required,
    description: description.trim() === '' ? null : description.trim(),
    sampleValue: valueFrom(type, sample),
    defaultValue: valueFrom(type, fallback),
  }));
}
