// Runs BPMN texts the way they come in: read as a deployment, accepted by the rules as the standard has them, then run.
import type { ProcessModel, Variables } from '@keelson/bpmn-core';
import type { Strictness } from '@keelson/bpmn-rules';
import { TEST_LANGUAGES } from './compile-text.ts';
import { readText } from './model-text.ts';
import { type RunningModel, run } from './run-model.ts';
import { condition, escaped, flow, model, script } from './texts.ts';

/** Messages, signals, errors and escalations that the models of tests name. */
export const EVENT_ROOTS =
  '<message id="msg" name="paid"/><message id="msg2" name="shipped"/><signal id="sg" name="go"/><signal id="sg2" name="stop"/>' +
  '<error id="er" name="Broken" errorCode="E1"/><error id="er2" name="Other" errorCode="E2"/>' +
  '<escalation id="es" name="late" escalationCode="L1"/>';

export interface AcceptedOptions {
  readonly roots?: string;
  /** The id of the process; absent: the first. */
  readonly key?: string;
  readonly strictness?: Strictness;
}

/** Throws with every error where the rules refuse it. */
export function acceptedFile(text: string, { key, strictness = 'spec' }: AcceptedOptions = {}): ProcessModel {
  const { problems, definitions } = readText(text, strictness, { languages: TEST_LANGUAGES });
  const errors = problems.filter(({ severity }) => severity === 'ERROR');
  if (errors.length > 0) throw new Error(errors.map(({ ruleId, message }) => `${ruleId} ${message}`).join('\n'));
  const found = definitions.find((definition) => key === undefined || definition.key === key);
  if (found?.model == null) throw new Error(`no executable process ${key ?? ''}`);
  return found.model;
}

/** Makes a process of this content, with the roots in front of it, where a file has them. */
export function accepted(content: string, { roots = EVENT_ROOTS, ...options }: AcceptedOptions = {}): ProcessModel {
  return acceptedFile(model(content).replace('<process ', `${roots}<process `), options);
}

/** Begins an instance at once; `at` names a start event with a trigger. */
export function started(content: string, variables: Variables = {}, at: string | null = null): RunningModel {
  return run(accepted(content), variables, at);
}

/** Makes flows by their ends, `a b`, with what follows as condition: `g a n > 1`. */
export function flows(...lines: readonly string[]): string {
  return lines
    .map((line) => {
      const [source = '', target = '', ...words] = line.trim().split(/\s+/);
      return flow(source, target, words.length === 0 ? '' : condition(escaped(words.join(' '))));
    })
    .join('\n');
}

/** Makes empty elements of one type. */
export function many(type: string, ...ids: readonly string[]): string {
  return ids.map((id) => `<${type} id="${id}"/>`).join('');
}

/** Appends its letter to the variable `log`, which must be there. */
export function logs(id: string, rest = ''): string {
  return script(id, `log += '${id}'`, 'log', '', rest);
}
