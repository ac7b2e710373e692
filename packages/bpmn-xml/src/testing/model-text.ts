// Reads small BPMN files of tests, with a mark where a problem is expected.
import type { Problem, Strictness } from '@keelson/bpmn-rules';
import { type ReadOptions, readDeployment } from '../read-deployment.ts';
import { utf8 } from './texts.ts';

export * from './texts.ts';

/** Stands in front of what a problem must point at; it is taken out before the file is read. */
export const MARK = '§';

export interface MarkedFile {
  readonly bytes: Uint8Array;
  /** Line of the mark; null without one. */
  readonly line: number | null;
  readonly column: number | null;
}

export function mark(text: string): MarkedFile {
  const at = text.indexOf(MARK);
  const before = at < 0 ? null : text.slice(0, at);
  return {
    bytes: utf8(text.replace(MARK, '')),
    line: before === null ? null : before.split('\n').length,
    column: before === null ? null : before.length - before.lastIndexOf('\n'),
  };
}

/** Answers the text with the mark in front of this part of it. */
export function marked(text: string, part: string): string {
  return text.replace(part, `${MARK}${part}`);
}

/** What a test's caller knows beside the file. */
export type TestOptions = Omit<ReadOptions, 'strictness'>;

export function readText(text: string, strictness: Strictness = 'spec', options: TestOptions = {}) {
  return readDeployment([{ name: 'model.bpmn', bytes: mark(text).bytes }], { ...options, strictness });
}

export function problemsOf(
  text: string,
  strictness: Strictness = 'spec',
  options: TestOptions = {},
): readonly Problem[] {
  return readText(text, strictness, options).problems;
}

export function errorsOf(text: string, strictness: Strictness = 'spec'): readonly Problem[] {
  return problemsOf(text, strictness).filter((problem) => problem.severity === 'ERROR');
}
