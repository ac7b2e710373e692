// Tests the values that formats get wrong: nothing at all, too much, too exact, and what would be read as something else.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCsv, readHtml, readJson, readPart, readPdf, readXlsx } from './read-back.fixture.ts';
import { type SnapshotServer, startSnapshotServer } from './render.fixture.ts';

let server: SnapshotServer;
beforeAll(async () => {
  server = await startSnapshotServer();
});
afterAll(() => server?.close());

const text = { name: 'text', type: 'STRING', sqlType: 'text' } as const;
const number = { name: 'number', type: 'DECIMAL', sqlType: 'numeric' } as const;

it('report 9: a snapshot without rows is a valid file of each format, with its headings', async () => {
  const snapshot = await server.snapshot("SELECT 'x', 1 WHERE false", [text, number]);
  const given = {
    columnList: [{ name: 'text' }, { name: 'number', aggregate: 'SUM' }],
    rowGroupList: [{ columnName: 'text' }],
  } as const;
  expect(readCsv((await snapshot.render('CSV', given)).bytes)).toEqual([['text', 'number']]);
  const json = readJson((await snapshot.render('JSON', given)).text);
  expect([json.rowList, json.totalList, json.truncated]).toEqual([[], [], false]);
  const [sheet] = await readXlsx((await snapshot.render('XLSX', given)).bytes);
  expect(sheet?.data).toEqual([
    ['text', 'number'],
    ['No data', null],
  ]);
  expect(readHtml((await snapshot.render('HTML', given)).text).rows).toEqual([['text', 'number'], ['No data']]);
  const pdf = await snapshot.render('PDF', { ...given, locale: 'tr' });
  expect((await readPdf(pdf.bytes)).pages).toEqual([['Orders', 'text', 'number', 'Veri yok', 'Sayfa 1/1']]);
  expect(pdf.pageCount).toBe(1);
});

it('report 9: the limits of int64 and numeric(38,10) keep every digit in every format', async () => {
  const [least, most] = ['-9223372036854775808', '9223372036854775807'];
  const exact = '9999999999999999999999999999.0123456789';
  const snapshot = await server.snapshot(
    `SELECT '${least}'::bigint, ${exact}::numeric UNION ALL SELECT '${most}', 12345678901234.5`,
    [
      { name: 'long', type: 'LONG', sqlType: 'bigint' },
      { name: 'exact', type: 'DECIMAL', sqlType: 'numeric(38,10)' },
    ],
  );
  const short = '12345678901234.5000000000';
  expect(readCsv((await snapshot.render('CSV')).bytes).slice(1)).toEqual([
    [least, exact],
    [most, short],
  ]);
  expect(readJson((await snapshot.render('JSON')).text).rowList).toEqual([
    [least, exact],
    [most, 12345678901234.5],
  ]);
  const [sheet] = await readXlsx((await snapshot.render('XLSX')).bytes);
  expect(sheet?.data.slice(1)).toEqual([
    [least, exact],
    [most, 12345678901234.5],
  ]);
  const columnList = [{ name: 'long' }, { name: 'exact', format: '#,##0.0000000000' }];
  const shown = [least, '9,999,999,999,999,999,999,999,999,999.0123456789', most, '12,345,678,901,234.5000000000'];
  expect(
    readHtml((await snapshot.render('HTML', { columnList })).text)
      .rows.slice(1)
      .flat(),
  ).toEqual(shown);
  const { pages } = await readPdf((await snapshot.render('PDF', { columnList })).bytes);
  expect(pages.flat().slice(3, -1)).toEqual(shown);
});

it('report 9: nothing is distinguished from an empty text, and two columns of one name stay two', async () => {
  const snapshot = await server.snapshot("SELECT NULL::text, '' UNION ALL SELECT '', NULL", [text, text]);
  const cells = [
    [null, ''],
    ['', null],
  ];
  const csv = await snapshot.render('CSV');
  expect(csv.text).toBe('text,text\r\n,""\r\n"",\r\n');
  expect(readCsv(csv.bytes).slice(1)).toEqual(cells);
  expect(readJson((await snapshot.render('JSON')).text).rowList).toEqual(cells);
  expect(readHtml((await snapshot.render('HTML')).text).rows.slice(1)).toEqual(cells);
  const sheet = await readPart((await snapshot.render('XLSX')).bytes, 'xl/worksheets/sheet1.xml');
  expect(sheet).toContain('<row r="2"><c r="B2" t="inlineStr"><is><t></t></is></c></row>');
});

it('report 9: what a spreadsheet takes for a formula is escaped in texts and headings, and a number stays one', async () => {
  const signs = ['=1+1', '+1', '-5', '@x', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x'];
  const list = [...signs, '5-', ''].map((value, index) => `(${index}, E'${JSON.stringify(value).slice(1, -1)}', -5)`);
  const query = `SELECT v, n FROM (VALUES ${list.join(', ')}) t(i, v, n) ORDER BY i`;
  const snapshot = await server.snapshot(query, [{ ...text, name: '=text' }, number]);
  const csv = readCsv((await snapshot.render('CSV')).bytes);
  expect(csv[0]).toEqual(["'=text", 'number']);
  expect(csv.slice(1)).toEqual([...signs.map((sign) => `'${sign}`), '5-', ''].map((cell) => [cell, '-5']));
  const plain = readCsv((await snapshot.render('CSV', { csv: { formulaEscape: false } })).bytes);
  expect(plain.map(([cell]) => cell)).toEqual(['=text', ...signs, '5-', '']);
});

it('report 9: control characters and escapes of spreadsheets come back from a workbook as they are, or not at all', async () => {
  const snapshot = await server.snapshot(
    "SELECT E'a\\x01\\x1fb\\x7f' UNION ALL SELECT '_x000D_' UNION ALL SELECT E' l1\\r\\nl2\\t ' UNION ALL SELECT '<&>\"'",
    [text],
  );
  const { bytes } = await snapshot.render('XLSX');
  const sheet = await readPart(bytes, 'xl/worksheets/sheet1.xml');
  const cells = [...sheet.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].slice(1).map(([whole]) => whole);
  expect(cells).toEqual([
    '<t>ab\u007f</t>',
    '<t>_x005F_x000D_</t>',
    '<t xml:space="preserve"> l1_x000D_\nl2\t </t>',
    '<t>&lt;&amp;&gt;&quot;</t>',
  ]);
  // Every other format has the characters that it can have.
  expect(readCsv((await snapshot.render('CSV')).bytes)[1]).toEqual(['a\u0001\u001fb\u007f']);
  expect(readJson((await snapshot.render('JSON')).text).rowList[2]).toEqual([' l1\r\nl2\t ']);
  expect(readHtml((await snapshot.render('HTML')).text).rows[1]).toEqual(['a\uFFFD\uFFFDb\uFFFD']);
});

it('report 9: a text of 32,768 characters is cut in a workbook, with a warning, and whole everywhere else', async () => {
  const snapshot = await server.snapshot("SELECT repeat('x', 32766) || '😀'", [text]);
  const workbook = await snapshot.render('XLSX');
  const [sheet] = await readXlsx(workbook.bytes);
  expect(sheet?.data[1]).toEqual(['x'.repeat(32_766)]);
  expect(workbook.warningList).toEqual(['1 texts were cut at 32,767 characters, which is all that a cell holds.']);
  const csv = await snapshot.render('CSV');
  expect([readCsv(csv.bytes)[1]?.[0]?.length, csv.warningList]).toEqual([32_768, []]);
});
