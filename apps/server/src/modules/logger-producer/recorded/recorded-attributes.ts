// Makes attributes from a module's detail of an event: shortened, and without characters that the database does not
// hold.
import type { RecordedEvent } from '../../../kernel/records/event-store.ts';

/**
 * Bytes of the attributes, four times those of an event from outside: an import lists 500 records, and audited events
 * are shortened last.
 */
const JSON_BYTES_MAX = 524_288;
/** Escapes of U+0000 and of halves of surrogate pairs, as JSON writes them; other matches are only checked. */
const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i;

type Attributes = Readonly<Record<string, unknown>>;

export interface RecordedAttributes {
  readonly attributes: Attributes;
  /** Null where there are none. */
  readonly json: string | null;
  readonly truncated: boolean;
}

/** Makes the attributes: parts beyond 512 KiB are left out, secrets are masked by `mask`. */
export function attributesOf(
  { requestId, detail }: Pick<RecordedEvent, 'requestId' | 'detail'>,
  mask: (attributes: Attributes) => Attributes,
): RecordedAttributes {
  const given = mask(cleaned({ ...(requestId === null ? {} : { requestId }), ...(detail as Attributes | null) }));
  const json = JSON.stringify(given);
  if (json === '{}') return { attributes: {}, json: null, truncated: false };
  if (Buffer.byteLength(json) <= JSON_BYTES_MAX) return { attributes: given, json, truncated: false };
  const kept: Record<string, unknown> = {};
  let left = JSON_BYTES_MAX - 2;
  for (const [name, value] of Object.entries(given)) {
    const bytes = Buffer.byteLength(JSON.stringify({ [name]: value }));
    if (bytes > left) continue;
    kept[name] = value;
    left -= bytes;
  }
  return { attributes: kept, json: JSON.stringify(kept), truncated: true };
}

/** Removes characters that the database does not hold, in names and values. */
function cleaned(given: Attributes): Attributes {
  const json = JSON.stringify(given);
  if (!SUSPICIOUS.test(json)) return given;
  return JSON.parse(json, (_name, value: unknown) => {
    if (typeof value === 'string') return clean(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, below]) => [clean(name), below]));
  }) as Attributes;
}

function clean(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}
