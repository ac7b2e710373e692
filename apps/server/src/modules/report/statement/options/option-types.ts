// Says which columns can hold the options of a parameter.
import type { ReportColumnType } from '@keelson/contract';
import type { ParameterType } from '../parameter/parameter.types.ts';

const NUMBERS = ['INTEGER', 'LONG', 'DECIMAL', 'DOUBLE'] as const;

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
