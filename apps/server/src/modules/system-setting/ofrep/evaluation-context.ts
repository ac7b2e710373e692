// Reads what the body of an OFREP request asks for; the protocol leaves it open, so that unknown fields are taken.

export interface EvaluationContext {
  /** Holds everything that was sent: an answer is kept for this context alone. */
  readonly whole: Readonly<Record<string, unknown>>;
  readonly targetingKey: string | undefined;
  readonly tenantIdentifier: string | undefined;
  /** Is the beginning of the codes that a bulk answer is narrowed to. */
  readonly prefix: string;
}

const PREFIX_FIELD = 'keelson.prefix';
const TENANT = /^[A-Za-z0-9._-]{1,64}$/;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Answers null where there is no context, or it says what it cannot say. */
export function readContext(body: unknown): EvaluationContext | null {
  const whole = isObject(body) ? body.context : null;
  if (!isObject(whole)) return null;
  const { targetingKey, tenantIdentifier } = whole;
  const prefix = whole[PREFIX_FIELD] ?? '';
  if (targetingKey !== undefined && typeof targetingKey !== 'string') return null;
  if (tenantIdentifier !== undefined && typeof tenantIdentifier !== 'string') return null;
  // A prefix that is no text would widen the answer to everything.
  if (typeof prefix !== 'string' || (tenantIdentifier !== undefined && !TENANT.test(tenantIdentifier))) return null;
  return { whole, targetingKey, tenantIdentifier, prefix };
}
