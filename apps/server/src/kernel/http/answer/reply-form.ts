// Forms of answers outside the envelope: each is a protocol of one module, which registers it.
import type { ErrorCode } from '@keelson/contract';
import { type Cors, type CorsRules, createWiderCors } from './cors.ts';

/** Holds what is sent of an answer. */
export interface FormedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; null sends none, for a client that has it already. */
  readonly payload: string | Uint8Array | null;
}

export interface FormedFailure {
  readonly code: ErrorCode;
  readonly status: number;
  /** The sentence of the failure, in the language of the reader. */
  readonly message: string;
  /** Path and query are as they were sent. */
  readonly url: string;
  /** The media type of the request's body, in lower case; null where it names none. */
  readonly mediaType: string | null;
}

/** A body that is no JSON. */
export interface EncodedBody {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** A form of answers, for the operations whose contract names it. */
export interface ReplyForm {
  readonly name: string;
  /** Forms what the handler answered; `ifNoneMatch` is the header of the request. */
  answer(answered: unknown, ifNoneMatch: string | undefined): FormedAnswer;
  /** Forms a failure as JSON or another encoding; status and headers are those of every failure. */
  failure(failure: FormedFailure): string | EncodedBody;
  /** True where answers are encoded as the request is, whatever `Accept` says. */
  readonly followsRequest?: true;
  /** Names the pages that may read the answers beside those of the configuration. */
  readonly cors: CorsRules;
}

/** A form with the CORS rules under which this server serves it. */
export interface ServedForm {
  readonly form: ReplyForm;
  readonly cors: Cors;
}

export type ServedForms = ReadonlyMap<string, ServedForm>;

/** Answers the forms by name. `cors` holds the origins of the configuration. */
export function serveForms(forms: readonly ReplyForm[], cors: Cors | null): ServedForms {
  return new Map(forms.map((form) => [form.name, { form, cors: createWiderCors(cors, form.cors) }]));
}

/** Finds a form; one that is not registered is a defect of the program. */
export function servedFormOf(forms: ServedForms, name: string): ServedForm {
  const served = forms.get(name);
  if (served === undefined) throw new Error(`no module registers the form ${name}`);
  return served;
}
