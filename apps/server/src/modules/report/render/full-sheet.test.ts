// Tests a report of more rows than a sheet of XLSX has.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPart } from './read-back.fixture.ts';
import { type SnapshotServer, startSnapshotServer } from './render.fixture.ts';

let server: SnapshotServer;
beforeAll(async () => {
  server = await startSnapshotServer();
});
afterAll(() => server?.close());

it('report 9: row 1,048,576 of the data stands on a second sheet below headings of its own', async () => {
  const snapshot = await server.snapshot('SELECT generate_series(1, 1048576)', [
    { name: 'n', type: 'INTEGER', sqlType: 'integer' },
  ]);
  const { bytes } = await snapshot.render('XLSX', { reportName: "it's [a] long name of a report: \\/?*" });
  const workbook = await readPart(bytes, 'xl/workbook.xml');
  expect([...workbook.matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    "it's  a  long name of a report",
    "it's  a  long name of a rep (2)",
  ]);
  const second = await readPart(bytes, 'xl/worksheets/sheet2.xml');
  expect(second).toContain('<row r="2"><c r="A2" s="1"><v>1048576</v></c></row></sheetData><autoFilter ref="A1:A2"/>');
  const first = await readPart(bytes, 'xl/worksheets/sheet1.xml');
  expect(first).toContain('<row r="1048576"><c r="A1048576" s="1"><v>1048575</v></c></row></sheetData>');
}, 60_000);
