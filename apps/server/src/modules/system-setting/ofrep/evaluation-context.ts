// Reads the context of an OFREP request; the protocol leaves it open, so that unknown fields are accepted.

export interface EvaluationContext {
  /** Everything that was sent: an answer is cached for this context alone. */
  readonly whole: Readonly<Record<string, unknown>>;
  readonly targetingKey: string | undefined;
  readonly tenantIdentifier: string | undefined;
  /** Beginning of the codes in a bulk answer. */
  readonly prefix: string;
}

const PREFIX_FIELD = 'keelson.prefix';
const TENANT = /^[A-Za-z0-9._-]{1,64}$/;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the context; null where there is none, or it is invalid. */
export function readContext(body: unknown): EvaluationContext | null {
  const whole = isObject(body) ? body.context : null;
  if (!isObject(whole)) return null;
  const { targetingKey, tenantIdentifier } = whole;
  const prefix = whole[PREFIX_FIELD] ?? '';
  if (targetingKey !== undefined && typeof targetingKey !== 'string') return null;
  if (tenantIdentifier !== undefined && typeof tenantIdentifier !== 'string') return null;
  // A prefix of another type would widen the answer to everything.
  if (typeof prefix !== 'string' || (tenantIdentifier !== undefined && !TENANT.test(tenantIdentifier))) return null;
  return { whole, targetingKey, tenantIdentifier, prefix };
}
