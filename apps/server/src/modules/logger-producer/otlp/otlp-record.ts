// Declares a record of the OpenTelemetry protocol in any encoding.

/** A value of an attribute or a body as JSON has it; 64-bit numbers that JSON would round are texts. */
export type OtlpValue =
  | string
  | number
  | boolean
  | null
  | readonly OtlpValue[]
  | { readonly [name: string]: OtlpValue };
export type OtlpAttributes = Readonly<Record<string, OtlpValue>>;

export interface OtlpRecord {
  /** Nanoseconds since 1970; 0 where it is not known. */
  readonly timeNanos: bigint;
  readonly observedNanos: bigint;
  readonly severityNumber: number;
  readonly severityText: string;
  /** Undefined where there is none. */
  readonly body: OtlpValue | undefined;
  readonly attributes: OtlpAttributes;
  readonly flags: number;
  /** In hex, empty where there is none. */
  readonly traceId: string;
  readonly spanId: string;
  readonly eventName: string;
  readonly resource: OtlpAttributes;
  readonly scopeName: string;
}

export const EMPTY_RECORD: Omit<OtlpRecord, 'resource' | 'scopeName'> = {
  timeNanos: 0n,
  observedNanos: 0n,
  severityNumber: 0,
  severityText: '',
  body: undefined,
  attributes: {},
  flags: 0,
  traceId: '',
  spanId: '',
  eventName: '',
};

/** Sets a member also where its name is `__proto__`. */
export function attributesOf(entries: Iterable<readonly [string, OtlpValue]>): OtlpAttributes {
  return Object.fromEntries(entries);
}

export function integerValue(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

/** Answers a number, or a text for NaN and infinities, which JSON lacks. */
export function doubleValue(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}
