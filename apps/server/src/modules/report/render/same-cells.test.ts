// Tests that all five formats hold what the snapshot holds, as other programs read them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCsv, readHtml, readJson, readPdf, readXlsx } from './read-back.fixture.ts';
import { type SnapshotServer, startSnapshotServer } from './render.fixture.ts';

let server: SnapshotServer;
beforeAll(async () => {
  server = await startSnapshotServer();
});
afterAll(() => server?.close());

const types = [
  { name: 'text', type: 'STRING', sqlType: 'text' },
  { name: 'whole', type: 'INTEGER', sqlType: 'integer' },
  { name: 'long', type: 'LONG', sqlType: 'bigint' },
  { name: 'exact', type: 'DECIMAL', sqlType: 'numeric(12,2)' },
  { name: 'double', type: 'DOUBLE', sqlType: 'double precision' },
  { name: 'flag', type: 'BOOLEAN', sqlType: 'boolean' },
  { name: 'day', type: 'DATE', sqlType: 'date' },
  { name: 'clock', type: 'TIME', sqlType: 'time without time zone' },
  { name: 'instant', type: 'DATE_TIME', sqlType: 'timestamp with time zone' },
  { name: 'id', type: 'UUID', sqlType: 'uuid' },
  { name: 'json', type: 'JSON', sqlType: 'jsonb' },
  { name: 'bytes', type: 'BINARY', sqlType: 'bytea' },
] as const;

const rows = `SELECT * FROM (VALUES
  ('Ünal & Söhne <1>', 1, 7::bigint, 1234.50, 0.25::float8, true, DATE '2026-02-28', TIME '23:59:58', TIMESTAMPTZ '2026-03-29 00:30:00+00', '018f0000-0000-7000-8000-000000000001'::uuid, '{"a": [1, "x"]}'::jsonb, '\\x0102'::bytea),
  ('say "hi", ok', -5, -7, -0.05, -1e-3, false, '1999-12-31', '00:00:00', '2026-10-25 00:30:00+00', '018f0000-0000-7000-8000-000000000002', '[]', '\\x'),
  (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)) v`;

/** Are formats under which people read what the database writes. */
const columnList = [
  { name: 'text' },
  { name: 'whole' },
  { name: 'long' },
  { name: 'exact', format: '0.00' },
  { name: 'double' },
  { name: 'flag' },
  { name: 'day', format: 'yyyy-MM-dd' },
  { name: 'clock' },
  { name: 'instant', format: 'yyyy-MM-dd HH:mm:ss' },
  { name: 'id' },
  { name: 'json', width: 14 },
  { name: 'bytes' },
];
const layout = { orientation: 'LANDSCAPE', pageSize: 'A3' } as const;

const expected = [
  [
    'Ünal & Söhne <1>',
    '1',
    '7',
    '1234.50',
    '0.25',
    'true',
    '2026-02-28',
    '23:59:58',
    '2026-03-29 01:30:00',
    '018f0000-0000-7000-8000-000000000001',
    '{"a": [1, "x"]}',
    '2',
  ],
  [
    'say "hi", ok',
    '-5',
    '-7',
    '-0.05',
    '-0.001',
    'false',
    '1999-12-31',
    '00:00:00',
    '2026-10-25 02:30:00',
    '018f0000-0000-7000-8000-000000000002',
    '[]',
    '0',
  ],
  Array.from({ length: 12 }, () => null),
];
const timeZone = 'Europe/Berlin';

/** Turns what people read back: words of truth and units. */
const plainly = (text: string | null): string | null =>
  text === null
    ? null
    : text
        .replace(/^Yes$/, 'true')
        .replace(/^No$/, 'false')
        .replace(/ bytes$/, '');

it('report 7: CSV, JSON, XLSX, HTML and PDF of one snapshot hold the same cells', async () => {
  const snapshot = await server.snapshot(rows, types);
  const given = { columnList, layout, timeZone };
  const csv = readCsv((await snapshot.render('CSV', given)).bytes);
  expect(csv).toEqual([types.map(({ name }) => name), ...expected]);

  const json = readJson((await snapshot.render('JSON', given)).text);
  const [first, second, third] = json.rowList;
  expect(first).toEqual([
    'Ünal & Söhne <1>',
    1,
    7,
    1234.5,
    0.25,
    true,
    '2026-02-28',
    '23:59:58',
    '2026-03-29T01:30:00+01:00',
    '018f0000-0000-7000-8000-000000000001',
    { a: [1, 'x'] },
    2,
  ]);
  expect(second?.slice(0, 9)).toEqual([
    'say "hi", ok',
    -5,
    -7,
    -0.05,
    -0.001,
    false,
    '1999-12-31',
    '00:00:00',
    '2026-10-25T02:30:00+02:00',
  ]);
  expect(third).toEqual(expected[2]);

  const [sheet] = await readXlsx((await snapshot.render('XLSX', given)).bytes);
  const instant = (text: string) => new Date(`${text.replace(' ', 'T')}Z`);
  expect(sheet?.data.map((cells) => cells.slice(0, 7))).toEqual([
    types.slice(0, 7).map(({ name }) => name),
    ['Ünal & Söhne <1>', 1, 7, 1234.5, 0.25, true, instant('2026-02-28 00:00')],
    ['say "hi", ok', -5, -7, -0.05, -0.001, false, instant('1999-12-31 00:00')],
  ]);
  expect(sheet?.data[1]?.slice(8)).toEqual([instant('2026-03-29 01:30'), expected[0]![9], expected[0]![10], 2]);

  const html = readHtml((await snapshot.render('HTML', given)).text).rows;
  expect(html.slice(1).map((cells) => cells.map(plainly))).toEqual(expected);
  const pdf = await readPdf((await snapshot.render('PDF', given)).bytes);
  expect(pdf.pages.flat().slice(1, -1).map(plainly)).toEqual([
    ...types.map(({ name }) => name),
    ...expected.flat().filter((cell) => cell !== null),
  ]);
});

const turkish = 'ğ ş ı İ ç ö ü ₺';

it('report 8: Turkish letters and the lira sign are correct in data, headings, titles and totals of every format', async () => {
  const snapshot = await server.snapshot(`SELECT '${turkish}', 1234567.5 UNION ALL SELECT 'IĞDIR', 0.5`, [
    { name: 'şehir', type: 'STRING', sqlType: 'text' },
    { name: 'tutar', type: 'DECIMAL', sqlType: 'numeric' },
  ]);
  const given = {
    locale: 'tr-TR',
    reportName: `Rapor ${turkish}`,
    columnList: [
      { name: 'şehir', label: `Şehir ${turkish}` },
      { name: 'tutar', label: 'Tutar', format: '#,##0.00 ₺', aggregate: 'SUM' },
    ],
  } as const;
  const csv = await snapshot.render('CSV', { ...given, csv: { bom: true, delimiter: ';', numberStyle: 'LOCALE' } });
  expect(csv.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(csv.text.slice(1)).toBe(
    `Şehir ${turkish};Tutar\r\n${turkish};1234567,5\r\nIĞDIR;0,5\r\nGenel toplam;1234568,0\r\n`,
  );
  const json = readJson((await snapshot.render('JSON', given)).text);
  expect([json.report.name, json.columnList[0]?.label, json.rowList[0]?.[0], json.totalList]).toEqual([
    `Rapor ${turkish}`,
    `Şehir ${turkish}`,
    turkish,
    [{ level: 0, groupList: [], valueList: [null, 1234568] }],
  ]);
  const [sheet] = await readXlsx((await snapshot.render('XLSX', given)).bytes);
  expect(sheet).toEqual({
    sheet: `Rapor ${turkish}`,
    data: [
      [`Şehir ${turkish}`, 'Tutar'],
      [turkish, 1234567.5],
      ['IĞDIR', 0.5],
      ['Genel toplam', 1234568],
    ],
  });
  const shown = [
    `Şehir ${turkish}`,
    'Tutar',
    turkish,
    '1.234.567,50 ₺',
    'IĞDIR',
    '0,50 ₺',
    'Genel toplam',
    '1.234.568,00 ₺',
  ];
  const html = readHtml((await snapshot.render('HTML', given)).text);
  expect(html.rows.flat()).toEqual(shown);
  expect(html.elements.find(({ tagName }) => tagName === 'html')?.attrs).toEqual([{ name: 'lang', value: 'tr-TR' }]);
  const pdf = await readPdf((await snapshot.render('PDF', given)).bytes);
  expect(pdf.pages).toEqual([[`Rapor ${turkish}`, ...shown, 'Sayfa 1/1']]);
  expect([pdf.language, pdf.title]).toEqual(['tr-TR', `Rapor ${turkish}`]);
});
