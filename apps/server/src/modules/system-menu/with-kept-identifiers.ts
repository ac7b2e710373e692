// Writes identifiers of requests as they are stored: the menu finds its records by text.

interface Request {
  readonly params?: unknown;
  readonly body?: unknown;
}

type AnyHandler = (request: never) => unknown;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function isIdentifier(field: string): boolean {
  return field === 'uuid' || field.endsWith('Uuid') || field === 'uuidList';
}

function keptText(value: unknown): unknown {
  return typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : value;
}

/** Converts fields with identifiers to lower case, at whatever depth. */
function kept(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(kept);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      if (!isIdentifier(field)) return [field, kept(inner)];
      return [field, Array.isArray(inner) ? inner.map(keptText) : keptText(inner)];
    }),
  );
}

/** Wraps handlers, so that identifiers in their requests are as stored. */
export function withKeptIdentifiers<T extends Readonly<Record<keyof T, AnyHandler>>>(handlers: T): T {
  const wrapped = Object.entries<AnyHandler>(handlers).map(([name, handler]) => {
    const wrap = (request: Request) =>
      handler({ ...request, params: kept(request.params), body: kept(request.body) } as never);
    return [name, wrap];
  });
  // Each handler keeps its parameters and result.
  return Object.fromEntries(wrapped) as T;
}
