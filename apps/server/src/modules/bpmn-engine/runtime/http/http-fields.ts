// Reads the fields of an HTTP task, and puts secrets into those that are sent, where the host may have them.
import type { ParameterModel, ParameterValue, Value, Variables } from '@keelson/bpmn-core';
import type { AllowList } from '../../../../kernel/outbound/allow-list.ts';
import type { SecretValue } from '../../../../kernel/secrets/secret-value.ts';

/** Thrown where the call is not to be made, or has failed; it becomes the failure CALL_FAILED. */
export class CallProblem extends Error {}

export interface FieldSource {
  /** Models of the fields, which say where secrets stand. */
  readonly models: readonly ParameterModel[];
  /** Values of the fields, without secrets. */
  readonly values: Variables;
  readonly allow: AllowList;
  readonly secretOf: (code: string) => SecretValue | undefined;
}

/** Part of a URL that says where it leads: a secret must not decide that. */
const ORIGIN = /^https?:\/\/[^/?#\\]+[/?#]/i;
const PLACEHOLDER = 'x';

type Reveal = (code: string) => string;

export function readFields({ models, values, allow, secretOf }: FieldSource) {
  const revealed = new Set<string>();
  const fieldValue = (name: string, reveal: Reveal): Value => {
    const model = models.find((each) => each.name === name);
    const value = values[name] ?? null;
    return model === undefined ? value : filled(model.value, value, reveal);
  };
  const url = textOf(fieldValue('requestUrl', () => PLACEHOLDER)).trim();
  const reveal: Reveal = (code) => {
    const host = URL.canParse(url) ? new URL(url).hostname : '';
    if (!allow.allowsHost(host))
      throw new CallProblem(`SECRET_REFUSED: the operator's list does not name the host ${host}`);
    const secret = secretOf(code)?.reveal();
    if (secret === undefined) throw new CallProblem(`SECRET_UNKNOWN: nobody has defined the secret ${code}`);
    revealed.add(secret);
    return secret;
  };
  return {
    /** Answers the value of a field; null where it is not there. */
    value: (name: string): Value => fieldValue(name, reveal),
    text: (name: string): string => textOf(fieldValue(name, reveal)).trim(),
    url(): string {
      const model = models.find(({ name }) => name === 'requestUrl');
      if (model?.value.kind !== 'confidential') return url;
      const beforeSecret = url.slice(0, offsetOfSecret(model.value, values.requestUrl ?? null));
      if (!ORIGIN.test(beforeSecret))
        throw new CallProblem('URL_INVALID: a secret stands behind the host of a URL, never in it');
      return textOf(fieldValue('requestUrl', reveal)).trim();
    },
    flag: (name: string): boolean => textOf(values[name] ?? null).trim() === 'true',
    /** Lists the texts of the secrets that were put in so far. */
    revealed: (): readonly string[] => [...revealed],
  };
}

export type Fields = ReturnType<typeof readFields>;

/** Fills secrets into a value by its model: a value that only looks like a secret stays what it is. */
function filled(model: ParameterValue, value: Value, reveal: Reveal): Value {
  switch (model.kind) {
    case 'confidential':
      return model.parts
        .map((part, index) =>
          'secret' in part ? reveal(part.secret) : textOf((value as readonly Value[])[index] ?? null),
        )
        .join('');
    case 'list':
      return model.items.map((item, index) => filled(item, (value as readonly Value[])[index] ?? null, reveal));
    case 'map': {
      const given = value as Variables;
      return Object.fromEntries(
        model.entries.map(({ key, value: of }) => [key, filled(of, given[key] ?? null, reveal)]),
      );
    }
    default:
      return value;
  }
}

/** Answers the offset of the first secret in the text whose leading blanks are gone. */
function offsetOfSecret({ parts }: Extract<ParameterValue, { kind: 'confidential' }>, value: Value): number {
  const first = parts.findIndex((part) => 'secret' in part);
  const before = (value as readonly Value[]).slice(0, first).map(textOf).join('');
  return before.trimStart().length;
}

export function textOf(value: Value): string {
  if (value === null) return '';
  return typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : stringOf(value);
}

function stringOf(value: Exclude<Value, null>): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
