// For whom a file is checked: the server of this version, or the core with a host that serves all it asks for.
import { NO_LANGUAGES } from '@keelson/bpmn-core';
import { HOST_FEATURES, SERVER_KINDS } from './host-kinds.ts';
import type { RuleOptions } from './rule-context.ts';

export const EXECUTORS = ['server', 'core'] as const;
export type Executor = (typeof EXECUTORS)[number];

/** Answers what the rules are given when a file is checked for this executor by somebody who can read these languages. */
export function optionsFor(
  executor: Executor,
  able: Pick<RuleOptions, 'languages' | 'calendar' | 'isPattern'> = {},
): RuleOptions {
  if (executor === 'core') return able;
  const { feel, javascript, script } = HOST_FEATURES;
  const languages = able.languages ?? NO_LANGUAGES;
  const hasJavaScript = javascript.server || script.server;
  return {
    ...able,
    languages: {
      feel: (feel.server ? languages : NO_LANGUAGES).feel,
      javascriptProblem: (hasJavaScript ? languages : NO_LANGUAGES).javascriptProblem,
    },
    hosted: SERVER_KINDS,
    // A deployment holds what it imports itself.
    outside: { hasFile: () => false },
  };
}
