// Turns the answer of the other side into what the task makes of it: variables, an error to catch, a failure.
import { isVariableName, type Value, type Variables, type WorkResult } from '@keelson/bpmn-core';
import type { OutboundAnswer } from '../../../../kernel/outbound/outbound.types.ts';
import { parseJsonOfOthers } from '../../../../kernel/text/json/exact-json.ts';
import { callFailed } from '../burst/work-outcome.ts';
import { CallProblem, type Fields } from './http-fields.ts';
import { hideSecrets } from './secret-mask.ts';

export interface AnswerPlace {
  /** Id of the element, which begins the names of variables that the model does not name itself. */
  readonly elementId: string;
  /** Variable for which the core writes the value; null where the model does not say it once and for all. */
  readonly resultVariable: string | null;
}

/** Form of a code in a list: a status, or a hundred of them as 5XX. */
const CODE = /^[1-5](\d\d|XX)$/;
const JSON_TYPE = /^application\/([\w.-]+\+)?json\b/i;

/** What the fields want of the answer; read before anything is sent, so that a mistake in them sends nothing. */
export interface AnswerPlan {
  readonly handled: ReadonlySet<string>;
  readonly failing: ReadonlySet<string>;
  readonly asJson: boolean;
  readonly ignoresFailures: boolean;
  /** Variable of the body; null where the core writes it. */
  readonly bodyVariable: string | null;
  /** Beginning of the names of status, reason, protocol and headers; null where they are not kept. */
  readonly parameters: string | null;
  readonly errorVariable: string;
  readonly resultVariable: string | null;
}

/** Plans the answer by the fields; throws `CallProblem`. */
export function planAnswer(fields: Fields, { elementId, resultVariable }: AnswerPlace): AnswerPlan {
  const named = fields.text('responseVariableName');
  const plan: AnswerPlan = {
    handled: codesOf(fields, 'handleStatusCodes'),
    failing: codesOf(fields, 'failStatusCodes'),
    asJson: fields.flag('saveResponseVariableAsJson'),
    ignoresFailures: fields.flag('ignoreException'),
    bodyVariable: resultVariable === null ? named || `${elementId}ResponseBody` : null,
    parameters: fields.flag('saveResponseParameters') ? `${elementId}Response` : null,
    errorVariable: `${elementId}ErrorMessage`,
    resultVariable,
  };
  const names = [plan.bodyVariable, plan.parameters, plan.ignoresFailures ? plan.errorVariable : null];
  const wrong = names.find((name) => name !== null && !isVariableName(name));
  if (wrong !== undefined) throw new CallProblem(`REQUEST_INVALID: ${wrong} is no name of a variable`);
  return plan;
}

function codesOf(fields: Fields, name: string): ReadonlySet<string> {
  const codes = fields.text(name).toUpperCase().split(',');
  const written = codes.map((code) => code.trim()).filter((code) => code !== '');
  const wrong = written.find((code) => !CODE.test(code));
  if (wrong !== undefined) throw new CallProblem(`REQUEST_INVALID: ${name} has ${wrong}, which is no status`);
  return new Set(written);
}

/** Makes the result of an answer: variables come first, then the status decides, so that an error that is caught finds them, too. */
export function resultOf(plan: AnswerPlan, answer: OutboundAnswer, secrets: readonly string[]): WorkResult {
  const text = bodyText(answer);
  const body = hideSecrets(plan.asJson ? parsedJson(text) : text, secrets);
  const writes = {
    ...parametersOf(plan, answer, secrets),
    ...(plan.bodyVariable === null ? {} : { [plan.bodyVariable]: body }),
  };
  const message = `HTTP${answer.status}`;
  if (includes(plan.handled, answer.status)) {
    const variables = plan.resultVariable === null ? writes : { ...writes, [plan.resultVariable]: body };
    return { outcome: 'error', errorCode: message, message, variables };
  }
  if (!includes(plan.failing, answer.status)) return { outcome: 'done', value: body, writes };
  if (!plan.ignoresFailures) return callFailed(message);
  return { outcome: 'done', value: body, writes: { ...writes, [plan.errorVariable]: message } };
}

/** Makes the result of a connector: one map, of which the model takes what it wants. */
export function connectorResult(answer: OutboundAnswer, secrets: readonly string[]): WorkResult {
  const text = bodyText(answer);
  const isJson = JSON_TYPE.test(answer.headers['content-type'] ?? '') && text.trim() !== '';
  const response = isJson ? parsedJson(text) : text;
  const value = hideSecrets({ statusCode: answer.status, headers: headersOf(answer), response }, secrets);
  return { outcome: 'done', value, writes: {} };
}

/** Makes the result of a task that goes on without an answer: a variable says why. */
export function ignoredFailure({ errorVariable }: AnswerPlan, message: string): WorkResult {
  return { outcome: 'done', value: null, writes: { [errorVariable]: message } };
}

function includes(codes: ReadonlySet<string>, status: number): boolean {
  return codes.has(String(status)) || codes.has(`${Math.floor(status / 100)}XX`);
}

function parametersOf({ parameters }: AnswerPlan, answer: OutboundAnswer, secrets: readonly string[]): Variables {
  if (parameters === null) return {};
  const lines = Object.entries(headersOf(answer)).map(([name, text]) => `${name}: ${text}`);
  return {
    [`${parameters}Protocol`]: `HTTP/${answer.httpVersion}`,
    [`${parameters}StatusCode`]: answer.status,
    [`${parameters}Reason`]: hideSecrets(answer.reason, secrets),
    [`${parameters}Headers`]: hideSecrets(lines.join('\n'), secrets),
  };
}

function headersOf({ headers }: OutboundAnswer): Readonly<Record<string, string>> {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]);
  return Object.fromEntries(entries);
}

/** Decodes the body; without a known charset it is UTF-8. The database keeps no NUL. */
function bodyText({ headers, body }: OutboundAnswer): string {
  const [, charset = 'utf-8'] = /charset="?([\w.:-]+)/i.exec(headers['content-type'] ?? '') ?? [];
  return decoderOf(charset).decode(body).replaceAll('\u0000', '\ufffd');
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/**
 * Parses a body of JSON; a whole number that no variable can hold becomes its digits, as a variable of type `long` does. Throws
 * `CallProblem`.
 */
function parsedJson(text: string): Value {
  if (text.trim() === '') return null;
  try {
    return parseJsonOfOthers(text) as Value;
  } catch {
    throw new CallProblem('ANSWER_UNREADABLE: the answer is no JSON');
  }
}
