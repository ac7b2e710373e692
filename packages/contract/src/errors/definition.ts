// Describes what an entry of the error catalogue holds: status, class, and its sentence in each shipped language.

/** Names of `SvcErrorDetail.errorClassName`. */
export const errorClassNames = [
  'SvcValidationException',
  'SvcAuthenticationException',
  'SvcAccessDeniedException',
  'SvcNotFoundException',
  'SvcConflictException',
  'SvcUnprocessableException',
  'SvcRateLimitException',
  'SvcUnavailableException',
  'SvcInternalException',
] as const;
export type ErrorClassName = (typeof errorClassNames)[number];

/** Languages of every sentence; the first one is for whoever asks for another language. */
export const languages = ['en', 'tr'] as const;
export type Language = (typeof languages)[number];

export interface ErrorDefinition {
  /** Status of HTTP of the failure. */
  readonly status: number;
  readonly errorClassName: ErrorClassName;
  /** One sentence for a person; `{name}` is replaced by the parameter of that name. */
  readonly en: string;
  readonly tr: string;
  /** What whoever calls can do about it, for the documents. */
  readonly help: string;
}

type Text = Pick<ErrorDefinition, 'en' | 'tr' | 'help'>;

/** The classes of failures by status, so that the two never disagree. */
const classOfStatus = {
  400: 'SvcValidationException',
  401: 'SvcAuthenticationException',
  403: 'SvcAccessDeniedException',
  404: 'SvcNotFoundException',
  405: 'SvcValidationException',
  406: 'SvcValidationException',
  409: 'SvcConflictException',
  410: 'SvcNotFoundException',
  413: 'SvcValidationException',
  415: 'SvcValidationException',
  416: 'SvcValidationException',
  422: 'SvcUnprocessableException',
  429: 'SvcRateLimitException',
  500: 'SvcInternalException',
  501: 'SvcUnavailableException',
  503: 'SvcUnavailableException',
  504: 'SvcUnavailableException',
} as const satisfies Readonly<Record<number, ErrorClassName>>;

/** Makes one entry of the catalogue; its class follows from the status. */
export function error(status: keyof typeof classOfStatus, text: Text): ErrorDefinition {
  return { status, errorClassName: classOfStatus[status], ...text };
}
