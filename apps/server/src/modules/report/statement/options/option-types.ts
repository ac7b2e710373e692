// Declares the types of a parameter's options, and the columns that can hold them.
import type { ReportColumnType } from '@keelson/contract';
import type { ParameterType } from '../parameter/parameter.types.ts';

const NUMBERS = ['INTEGER', 'LONG', 'DECIMAL', 'DOUBLE'] as const;

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface Options {
  readonly options: readonly Option[];
  readonly isTruncated: boolean;
}

export const COMPARABLE_OPTIONS: Readonly<Record<ParameterType, readonly ReportColumnType[]>> = {
  STRING: ['STRING'],
  INTEGER: NUMBERS,
  LONG: NUMBERS,
  DECIMAL: NUMBERS,
  BOOLEAN: ['BOOLEAN'],
  DATE: ['DATE'],
  TIME: ['TIME'],
  DATE_TIME: ['DATE_TIME'],
  DATE_RANGE: [],
  UUID: ['UUID'],
};
