// Reads a setting with the value that holds and its history, and turns what is typed into its value.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import type { BodySchema, FieldSchema } from '../../../lib/schema.ts';
import type { Field } from '../../../ui/form/values.ts';

/** The levels that an administrator sets. */
export type Scope = 'GLOBAL' | 'TENANT';
export type Setting = Awaited<ReturnType<typeof api.systemSetting.getByCode>>['body'];
export type Effective = Awaited<ReturnType<typeof api.systemSetting.getEffective>>['body'];
export type Change = Awaited<ReturnType<typeof api.systemSetting.queryHistoryPage>>['body']['data'][number];

const SHOWN = 20;
const REASON_MAX = 500;

export function settingQuery(code: string) {
  return queryOptions({
    queryKey: ['setting', code],
    queryFn: async () => (await api.systemSetting.getByCode({ params: { code } })).body,
  });
}

export function effectiveQuery(code: string) {
  return queryOptions({
    queryKey: ['setting', code, 'effective'],
    queryFn: async () => (await api.systemSetting.getEffective({ params: { code } })).body,
  });
}

export function historyQuery(code: string) {
  return queryOptions({
    queryKey: ['setting', code, 'history'],
    queryFn: async () => {
      const body = { code, scopeList: ['GLOBAL', 'TENANT'], pageable: { pageSize: SHOWN } } as const;
      return (await api.systemSetting.queryHistoryPage({ body })).body.data;
    },
  });
}

export async function refreshSettings(queries: QueryClient): Promise<void> {
  await Promise.all(['setting', 'settings'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
}

const typeOfSetting = { BOOLEAN: 'boolean', NUMBER: 'integer', DECIMAL: 'number' } as const;

/** Describes the form of a setting by its own bounds; the server has the last word. */
export function schemaOf({ type }: Setting): BodySchema {
  const value: FieldSchema = { type: typeOfSetting[type as keyof typeof typeOfSetting] ?? 'string' };
  return {
    properties: { value, reason: { type: 'string', maxLength: REASON_MAX }, scope: { type: 'string' } },
    required: type === 'BOOLEAN' ? [] : ['value'],
  };
}

export function widgetOf({ type, allowedValueList }: Setting): Pick<Field, 'widget' | 'options'> {
  if (type === 'SECRET') return { widget: 'password' };
  if (type === 'JSON') return { widget: 'code' };
  if (allowedValueList === null || allowedValueList.length === 0) return {};
  return { options: allowedValueList.map((value) => ({ value: String(value), label: String(value) })) };
}

/** Makes the value with which the form begins. */
export function typedValue({ type }: Setting, value: unknown): unknown {
  if (type === 'SECRET') return '';
  return type === 'JSON' ? JSON.stringify(value, null, 2) : value;
}

/** Whether a value can be sent: false for the text of a JSON setting that is no JSON. */
export function isSendable(setting: Setting, value: unknown): boolean {
  try {
    sentValue(setting, value);
    return true;
  } catch {
    return false;
  }
}

export function sentValue({ type }: Setting, value: unknown): unknown {
  if (type === 'JSON') return JSON.parse(String(value));
  return type === 'BOOLEAN' ? value === true : value;
}
