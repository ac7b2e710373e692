// Reads a template and what becomes of it once it is filled in.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export type Template = Awaited<ReturnType<typeof api.mailNotification.getByUuid>>['body'];
export type Entry = Template['contentMap'][string];
export type Shown = Awaited<ReturnType<typeof api.mailNotification.mail_preview>>['body'];

/** What somebody writes in one locale. */
export interface Written {
  readonly subject: string | null;
  readonly content: string;
  readonly contentType: Entry['contentType'];
  readonly textContent: string | null;
}

/** The entry that stands for every locale that has none. */
export const DEFAULT_LOCALE = 'default';

export function templateQuery(uuid: string) {
  return queryOptions({
    queryKey: ['templates', uuid],
    queryFn: async (): Promise<Template> => (await api.mailNotification.getByUuid({ params: { uuid } })).body,
  });
}

const asked = (locale: string) => (locale === DEFAULT_LOCALE ? {} : { locale });

/** Makes the content that is sent of what is written: an empty text is none. */
function contentOf({ subject, content, contentType, textContent }: Written) {
  return {
    content,
    contentType,
    ...(subject === null || subject === '' ? {} : { subject }),
    ...(textContent === null || textContent === '' ? {} : { textContent }),
  };
}

/** Fills in what is written and not saved. */
export async function previewWritten(
  { type, layoutCode, sensitive, parameterList, code }: Template,
  locale: string,
  written: Written,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Shown> {
  const template = { code, type, layoutCode, sensitive, parameterList, contentMap: { [locale]: contentOf(written) } };
  const body = { template, ...asked(locale), parameters, useSampleData: true };
  const preview = type === 'MAIL' ? api.mailNotification.mail_preview : api.mailNotification.template_preview;
  return (await preview({ body })).body;
}

/** Shows a stored version with the names of its variables in their places, which is as near to its source as it gets. */
export async function showVersion({ uuid }: Template, locale: string, version: number): Promise<string> {
  const body = {
    templateUuid: uuid,
    templateVersion: version,
    ...asked(locale),
    parameters: {},
    useSampleData: false,
  };
  const shown = (await api.mailNotification.template_preview({ body })).body;
  return [shown.subject ?? '', shown.content, shown.textContent ?? ''].join('\n');
}

/** Gathers the samples of a template's variables, those with a path as objects within each other. */
export function sampleParameters({ parameterList }: Template): Readonly<Record<string, unknown>> {
  const parameters: Record<string, unknown> = {};
  for (const { name, sampleValue, defaultValue } of parameterList) {
    const value = sampleValue ?? defaultValue;
    if (value === undefined || value === null) continue;
    const path = name.split('.');
    const last = path.pop() ?? name;
    let within = parameters;
    for (const part of path) {
      within[part] ??= {};
      within = within[part] as Record<string, unknown>;
    }
    within[last] = value;
  }
  return parameters;
}

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Lines up to which texts are compared line by line; longer ones are compared as a whole. */
const DIFF_MAX = 2_000;

/** Compares two texts line by line: what both have in the same order stays, the rest is removed or added. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const whole = (lines: readonly string[], kind: DiffLine['kind']) => lines.map((text) => ({ kind, text }));
  if (old.length > DIFF_MAX || now.length > DIFF_MAX) return [...whole(old, 'removed'), ...whole(now, 'added')];
  // Holds how many lines both have in common from each pair of places on.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const [row, below] = [common[i]!, common[i + 1]!];
      row[j] = old[i] === now[j] ? below[j + 1]! + 1 : Math.max(below[j]!, row[j + 1]!);
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ kind: 'same', text: old[i]! });
      i += 1;
      j += 1;
    } else if (j >= now.length || (i < old.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      lines.push({ kind: 'removed', text: old[i]! });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: now[j]! });
      j += 1;
    }
  }
  return lines;
}
