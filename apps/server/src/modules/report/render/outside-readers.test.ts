// Opens files of reports with the programs that people open them with, where these are installed.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../../../testing/outside-programs.ts';
import { type SnapshotServer, startSnapshotServer } from './render.fixture.ts';

const run = promisify(execFile);
/** An office suite takes its time to start, and more on a busy machine. */
const OFFICE_MS = 120_000;
/** Comma, quotes, UTF-8, from the first line on, numbers as they are (LibreOffice, "CSV filter parameters"). */
const AS_CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false';

const [office, pdfToText] = [findProgram('soffice'), findProgram('pdftotext')];

let server: SnapshotServer;
let folder: string;
beforeAll(async () => {
  server = await startSnapshotServer();
  folder = mkdtempSync(join(tmpdir(), 'keelson-readers-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server?.close();
});

const columns = [
  { name: 'who', type: 'STRING', sqlType: 'text' },
  { name: 'amount', type: 'DECIMAL', sqlType: 'numeric(38,10)' },
  { name: 'day', type: 'DATE', sqlType: 'date' },
] as const;
const rows = `SELECT * FROM (VALUES
  ('Çağrı İpek Ünşığ ₺', 1234.5, DATE '2026-02-28'),
  ('=1+1', -5, DATE '1999-12-31'),
  ('one' || chr(10) || 'two', 12345678901234567890.5, NULL)) v`;
const columnList = [{ name: 'who' }, { name: 'amount', format: '0.0' }, { name: 'day', format: 'yyyy-MM-dd' }];

describe.skipIf(office === undefined)('LibreOffice', () => {
  it('report 7: reads every cell of the XLSX as it was written, and takes none for a formula', {
    timeout: OFFICE_MS,
  }, async () => {
    const { bytes } = await (await server.snapshot(rows, columns)).render('XLSX', { columnList });
    writeFileSync(join(folder, 'report.xlsx'), bytes);
    const own = `-env:UserInstallation=${pathToFileURL(join(folder, 'office')).href}`;
    await run(office!, [own, '--headless', '--convert-to', AS_CSV, '--outdir', folder, join(folder, 'report.xlsx')]);
    expect(parse(readFileSync(join(folder, 'report.csv')), { bom: true })).toEqual([
      ['who', 'amount', 'day'],
      ['Çağrı İpek Ünşığ ₺', '1234.5', '2026-02-28'],
      ['=1+1', '-5', '1999-12-31'],
      ['one\ntwo', '12345678901234567890.5000000000', ''],
    ]);
  });
});

describe.skipIf(pdfToText === undefined)('pdftotext', () => {
  it('report 8: gives back the letters of two hundred pages, with the heading and the number of each', async () => {
    const many = `SELECT 'Çağrı İpek Ünşığ ₺ ' || n, n, DATE '2026-01-01' + (n % 300) FROM generate_series(1, 9500) n`;
    const snapshot = await server.snapshot(many, columns);
    const layout = { title: 'Şubeler', footerTemplate: '{{page}}/{{pages}}' };
    const { bytes, pageCount } = await snapshot.render('PDF', { columnList, layout });
    writeFileSync(join(folder, 'report.pdf'), bytes);
    await run(pdfToText!, ['-layout', join(folder, 'report.pdf'), join(folder, 'report.txt')]);
    const pages = readFileSync(join(folder, 'report.txt'), 'utf8').split('\f').slice(0, -1);
    expect(pageCount).toBeGreaterThanOrEqual(200);
    expect(pages).toHaveLength(pageCount!);
    expect(pages[0]).toContain('Şubeler');
    for (const [index, page] of pages.entries()) {
      expect(page).toMatch(/who +amount +day/);
      expect(page).toContain(`${index + 1}/${pageCount}`);
    }
    const names = pages.join('').match(/Çağrı İpek Ünşığ ₺ \d+/g);
    expect(names).toEqual(Array.from({ length: 9_500 }, (_, index) => `Çağrı İpek Ünşığ ₺ ${index + 1}`));
  });
});
