// Writes the envelope around every answer, and the failure inside it.
import { type ErrorCode, errorDefinition, type Language, type SvcErrorDetail } from '@keelson/contract';
import type { Context } from '../../request/context.ts';
import { echo } from '../../request/echo.ts';
import type { FailOptions } from '../../request/errors.ts';
import { translatedArguments } from '../../request/translated-arguments.ts';

const ENVELOPE_START = '{"body":';
const ENVELOPE_END = ',"errorDetail":null}';

/** A Void answer always has this text. */
export const VOID_ENVELOPE = '{"body":{},"errorDetail":null}';

/** Puts the JSON text of a body into the envelope. */
export function envelopeOf(bodyText: string): string {
  return ENVELOPE_START + bodyText + ENVELOPE_END;
}

/** Replaces `{name}` by the parameter of that name; an unnamed one stays readable. */
export function fillSentence(sentence: string, parameters: FailOptions['parameters'] = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => echo(String(parameters[name] ?? whole)));
}

/** Writes the failure for a person. */
export function failureSentence(code: ErrorCode, { parameters }: FailOptions, language: Language): string {
  return fillSentence(errorDefinition(code)[language], parameters);
}

function argumentsOf({ errorArguments = [], missing = [] }: FailOptions): readonly object[] {
  return [...errorArguments, ...missing.map((authority) => ({ authority }))];
}

/** Text of a failed answer; `service` is the module that was reached, `keelson` where none was. */
export function failureEnvelope(
  code: ErrorCode,
  options: FailOptions,
  about: { readonly service: string; readonly time: number; readonly context: Pick<Context, 'language' | 'requestId'> },
): string {
  const definition = errorDefinition(code);
  const errorDetail: SvcErrorDetail = {
    errorClassName: definition.errorClassName,
    service: about.service,
    errorMessage: failureSentence(code, options, about.context.language),
    errorCode: code,
    errorDetail: options.detail ?? definition.help,
    time: new Date(about.time).toISOString(),
    uuid: about.context.requestId,
    errorArguments: translatedArguments(argumentsOf(options), about.context.language),
  };
  return JSON.stringify({ body: null, errorDetail });
}
