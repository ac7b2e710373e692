// Holds values that programs trip over, and the writer that puts them into JSON where JSON.stringify would tame them.
import fc from 'fast-check';

/** This text goes out in JSON as it is. */
export interface RawJson {
  readonly rawJson: string;
}

function isRaw(value: unknown): value is RawJson {
  return typeof value === 'object' && value !== null && 'rawJson' in value;
}

export function writeJson(value: unknown): string {
  if (isRaw(value)) return value.rawJson;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${writeJson(field)}`).join(',')}}`;
}

const LIST_LENGTH = 100_000;
const DEPTH = 5_000;

export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202e\u2066',
  '\ufeff',
  'İıſK',
  '\u{1f468}\u200d\u{1f469}',
  "' OR 1=1 --",
  '"; DROP TABLE session_entry; --',
  '\\',
  '%',
  '_',
  '%_%',
  '$1',
  '{}',
  '{0,1}',
  '\\x00',
  'NULL',
  '../../etc/passwd',
  '${7*7}',
  '#{7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '\r\nset-cookie: a=b',
  '\u2028',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'svc_',
  `svc_${'a'.repeat(43)}`,
  `svc_key_${'a'.repeat(43)}`,
  'NaN',
  'Infinity',
  '1e400',
  '-0',
  '0x10',
  'true',
  'null',
  '9223372036854775808',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '9999-12-31T23:59:59.999+23:59',
  '-000001-01-01T00:00:00Z',
  '2026-02-30T25:61:61Z',
  '2026-01-01',
  '2026-12-31T23:59:60Z',
  '0001-01-01T00:00:00+14:00',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '::/0',
  '999.0.0.1/33',
  '::ffff:1.2.3.4',
  'x-klingon',
  'tr-TR-u-ca-',
  'en-'.repeat(30),
  'a'.repeat(255),
  'a'.repeat(256),
  'ü'.repeat(1_025),
  'a'.repeat(100_000),
];

const hostileNumbers: readonly (number | RawJson)[] = [
  0,
  -1,
  0.5,
  -0,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  9_007_199_254_740_991,
  9_007_199_254_740_992,
  1e308,
  5e-324,
  { rawJson: '9223372036854775808' },
  { rawJson: '1e999' },
  { rawJson: '-1E+400' },
];

const hostileShapes: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { '': null },
  { rawJson: '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}' },
  { rawJson: '{"a":1,"a":2}' },
  { rawJson: `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}` },
  { rawJson: `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}` },
  { rawJson: `[${'1,'.repeat(LIST_LENGTH)}1]` },
  { rawJson: `[${'{},'.repeat(1_001)}{}]` },
  { rawJson: `{${Array.from({ length: 1_001 }, (_, index) => `"v${index}":1`).join(',')}}` },
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(...hostileNumbers),
  fc.constantFrom(...hostileShapes),
  fc.jsonValue({ maxDepth: 3 }),
);
