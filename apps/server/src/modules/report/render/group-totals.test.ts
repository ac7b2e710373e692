// Tests totals of groups against a model that counts them one by one, with exact numbers.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCsv, readJson, readPdf } from './read-back.fixture.ts';
import { type SnapshotServer, startSnapshotServer } from './render.fixture.ts';

let server: SnapshotServer;
beforeAll(async () => {
  server = await startSnapshotServer();
});
afterAll(() => server?.close());

const LEVELS = 8;

interface Row {
  readonly keys: readonly (string | null)[];
  /** Counts hundredths. */
  readonly value: bigint | null;
}

/** Makes numbers that look random, the same each time (a linear congruential generator). */
function createNumbers(seed: number): (below: number) => number {
  let state = BigInt(seed) + 1n;
  return (below) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    return Number((state >> 33n) % BigInt(below));
  };
}

/** Keys of few values meet again and again, and some are missing. */
function generate(seed: number, levels: number): readonly Row[] {
  const next = createNumbers(seed);
  return Array.from({ length: next(40) }, () => ({
    keys: Array.from({ length: levels }, () => (next(4) === 0 ? null : `k${next(3)}`)),
    value: next(6) === 0 ? null : BigInt(next(200_001) - 100_000),
  }));
}

/** Writes hundredths, or null. */
function decimal(hundredths: bigint | null): string | null {
  if (hundredths === null) return null;
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Rounds half away from zero. */
function average(values: readonly bigint[]): bigint | null {
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + value, 0n);
  const count = BigInt(values.length);
  const twice = 2n * (sum < 0n ? -sum : sum);
  const rounded = (twice + count) / (2n * count);
  return sum < 0n ? -rounded : rounded;
}

/** Answers for each group, inner ones first, its level, keys and aggregates. */
function model(rows: readonly Row[], levels: number): ReadonlyMap<string, readonly (string | number | null)[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    for (let level = 0; level <= levels; level++) {
      const key = JSON.stringify([level, row.keys.slice(0, level)]);
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
  }
  return new Map(
    [...groups].map(([key, members]) => {
      const values = members.flatMap(({ value }) => (value === null ? [] : [value]));
      const sorted = values.toSorted((one, other) => (one < other ? -1 : 1));
      const sum = values.length === 0 ? null : values.reduce((total, value) => total + value, 0n);
      return [
        key,
        [
          decimal(sum),
          decimal(average(values)),
          decimal(sorted[0] ?? null),
          decimal(sorted.at(-1) ?? null),
          values.length,
          new Set(values).size,
          decimal(members[0]!.value),
          decimal(members.at(-1)!.value),
        ],
      ];
    }),
  );
}

const aggregates = ['SUM', 'AVERAGE', 'MIN', 'MAX', 'COUNT', 'COUNT_DISTINCT', 'FIRST', 'LAST'] as const;
const literal = (text: string | null): string => (text === null ? 'NULL::text' : `'${text}'`);

/** Counts of the model are numbers, and so are decimals of JSON once their zeros are gone. */
const plain = (value: unknown): unknown => (typeof value === 'string' ? Number(value) : value);

it('report 12: totals of groups are those of a model that counts each one, on generated rows of one to eight levels', async () => {
  const SETS = 40;
  let seen = 0;
  for (let seed = 0; seed < SETS; seed++) {
    const levels = 1 + (seed % LEVELS);
    const rows = generate(seed, levels);
    const lines = rows.map(
      ({ keys, value }, index) =>
        `(${[index, ...keys.map(literal), ...aggregates.map(() => `${decimal(value) ?? 'NULL'}::numeric`)].join(', ')})`,
    );
    const keyNames = Array.from({ length: levels }, (_, index) => `key${index}`);
    const columns = ['i', ...keyNames, ...aggregates.map((name) => name.toLowerCase())];
    const select = columns.slice(1).join(', ');
    const empty = `(0, ${columns
      .slice(1)
      .map((name) => (name.startsWith('key') ? 'NULL::text' : 'NULL::numeric'))
      .join(', ')})`;
    const source = `(VALUES ${lines.length === 0 ? empty : lines.join(', ')}) t(${columns.join(', ')})`;
    const snapshot = await server.snapshot(`SELECT ${select} FROM ${source} WHERE ${lines.length > 0} ORDER BY i`, [
      ...keyNames.map((name) => ({ name, type: 'STRING' as const, sqlType: 'text' })),
      ...aggregates.map((name) => ({ name, type: 'DECIMAL' as const, sqlType: 'numeric(12,2)' })),
    ]);
    const json = readJson(
      (
        await snapshot.render('JSON', {
          columnList: aggregates.map((name) => ({ name, aggregate: name })),
          rowGroupList: keyNames.map((columnName) => ({ columnName })),
        })
      ).text,
    );
    const wanted = model(rows, levels);
    expect(json.totalList.length).toBe(wanted.size);
    for (const { level, groupList, valueList } of json.totalList) {
      const found = wanted.get(JSON.stringify([level, groupList]));
      expect(valueList, `seed ${seed}`).toEqual(found?.map(plain));
      seen++;
    }
  }
  expect(seen).toBeGreaterThan(1_000);
});

it('report 12: a tenth that is added ten times is one, also of doubles', async () => {
  const snapshot = await server.snapshot('SELECT 0.1::float8, 0.1 FROM generate_series(1, 10)', [
    { name: 'double', type: 'DOUBLE', sqlType: 'double precision' },
    { name: 'exact', type: 'DECIMAL', sqlType: 'numeric' },
  ]);
  const columnList = [
    { name: 'double', aggregate: 'SUM' },
    { name: 'exact', aggregate: 'SUM' },
  ] as const;
  expect(readCsv((await snapshot.render('CSV', { columnList })).bytes).at(-1)).toEqual(['1.0', '1.0']);
});

it('report 12: averages are rounded half up to the scale of their column', async () => {
  const snapshot = await server.snapshot('SELECT * FROM (VALUES (1, 0.01, 1::float8), (2, 0.02, 2.25)) v', [
    { name: 'whole', type: 'INTEGER', sqlType: 'integer' },
    { name: 'exact', type: 'DECIMAL', sqlType: 'numeric(5,2)' },
    { name: 'double', type: 'DOUBLE', sqlType: 'double precision' },
  ]);
  const columnList = ['whole', 'exact', 'double'].map((name) => ({ name, aggregate: 'AVERAGE' as const }));
  expect(readCsv((await snapshot.render('CSV', { columnList })).bytes).at(-1)).toEqual(['2', '0.02', '1.63']);
  const finer = columnList.map((column) => ({ ...column, format: '0.000' }));
  expect(readCsv((await snapshot.render('CSV', { columnList: finer })).bytes).at(-1)).toEqual([
    '1.500',
    '0.015',
    '1.625',
  ]);
});

it('report 12: totals stand behind their groups, named in the column that is free, and headings before them', async () => {
  const rows = "(VALUES ('b', 'x', 1), ('a', 'y', 2), (NULL, 'x', 3), ('b', 'z', 4)) v(city, kind, amount)";
  const snapshot = await server.snapshot(`SELECT * FROM ${rows}`, [
    { name: 'city', type: 'STRING', sqlType: 'text' },
    { name: 'kind', type: 'STRING', sqlType: 'text' },
    { name: 'amount', type: 'INTEGER', sqlType: 'integer' },
  ]);
  const given = {
    columnList: [{ name: 'kind' }, { name: 'amount', aggregate: 'SUM' }],
    rowGroupList: [{ columnName: 'city', sortDirection: 'DESC', headerTemplate: 'City {{city}} {{unknown}}' }],
  } as const;
  const lines = [
    ['x', '1'],
    ['z', '4'],
    ['Total: b', '5'],
    ['y', '2'],
    ['Total: a', '2'],
    ['x', '3'],
    ['Total: (empty)', '3'],
    ['Grand total', '10'],
  ];
  expect(readCsv((await snapshot.render('CSV', given)).bytes).slice(1)).toEqual(lines);
  const pdf = await readPdf((await snapshot.render('PDF', given)).bytes);
  const headed = [['City b {{unknown}}'], ...lines.slice(0, 3), ['City a {{unknown}}'], ...lines.slice(3, 5)];
  expect(pdf.pages.flat().slice(3, -1)).toEqual([...headed, ['City (empty) {{unknown}}'], ...lines.slice(5)].flat());
  expect(pdf.outline).toEqual(['City b {{unknown}}', 'City a {{unknown}}', 'City (empty) {{unknown}}']);
  const silent = { ...given, rowGroupList: [{ ...given.rowGroupList[0], showFooter: false }] };
  expect(readCsv((await snapshot.render('CSV', silent)).bytes).slice(1)).toEqual(
    lines.filter(([name]) => !name?.startsWith('Total')),
  );
});

it('report 12: totals of a CSV are written as numbers of the locale, and their names as they are', async () => {
  const snapshot = await server.snapshot("SELECT * FROM (VALUES (1.5, 'v1.0', 1), (2.5, 'v1.0', 2)) v", [
    { name: 'share', type: 'DECIMAL', sqlType: 'numeric' },
    { name: 'version', type: 'STRING', sqlType: 'text' },
    { name: 'pieces', type: 'INTEGER', sqlType: 'integer' },
  ]);
  const { bytes } = await snapshot.render('CSV', {
    locale: 'tr',
    csv: { delimiter: ';', numberStyle: 'LOCALE' },
    columnList: [{ name: 'share' }, { name: 'pieces', aggregate: 'AVERAGE', format: '0.0' }],
    // A group by the same column again has the same members, so it is left out.
    rowGroupList: [{ columnName: 'version' }, { columnName: 'version' }],
  });
  expect(readCsv(bytes, ';').slice(1)).toEqual([
    ['1,5', '1'],
    ['2,5', '2'],
    ['Toplam: v1.0', '1,5'],
    ['Genel toplam', '1,5'],
  ]);
});
