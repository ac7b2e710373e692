// Tests what holds for every format: the same bytes again, small portions, truncation that is told, and an end on demand.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RenderFailure } from './feature.ts';
import { readHtml, readJson, readPdf, readXlsx } from './read-back.fixture.ts';
import { type SnapshotServer, startSnapshotServer, type TestSnapshot } from './render.fixture.ts';

const formats = ['CSV', 'JSON', 'HTML', 'XLSX', 'PDF'] as const;
const PORTION_BYTES_MAX = 1_048_576;

let server: SnapshotServer;
let snapshot: TestSnapshot;
beforeAll(async () => {
  server = await startSnapshotServer();
  snapshot = await server.snapshot("SELECT i, 'text ' || i % 7, i / 3.0 FROM generate_series(1, 20001) i", [
    { name: 'n', type: 'INTEGER', sqlType: 'integer' },
    { name: 'text', type: 'STRING', sqlType: 'text' },
    { name: 'share', type: 'DECIMAL', sqlType: 'numeric(20,6)' },
  ]);
});
afterAll(() => server?.close());

const grouped = {
  columnList: [{ name: 'n', aggregate: 'COUNT' }, { name: 'text' }, { name: 'share', aggregate: 'AVERAGE' }],
  rowGroupList: [{ columnName: 'text', headerTemplate: '{{text}} of {{reportName}} at {{now}}' }],
} as const;

it.each(formats)(
  'report 10: %s of one snapshot has the same bytes again, in portions of at most 1 MiB',
  async (format) => {
    const [once, again] = [await snapshot.render(format, grouped), await snapshot.render(format, grouped)];
    expect(again.sha256).toBe(once.sha256);
    expect(once.bytes.length).toBeGreaterThan(100_000);
    expect(once.portionMax).toBeLessThanOrEqual(PORTION_BYTES_MAX);
    const later = await snapshot.render(format, { ...grouped, time: Date.UTC(2027, 0, 1) });
    // A CSV says nothing of its time.
    expect(later.sha256 === once.sha256).toBe(format === 'CSV');
  },
  30_000,
);

it('report 11: a list that was cut says so in the file', async () => {
  const small = await server.snapshot('SELECT 1', [{ name: 'n', type: 'INTEGER', sqlType: 'integer' }]);
  const note = 'The list was cut after 1 rows.';
  const given = { isTruncated: true };
  expect(readJson((await small.render('JSON', given)).text).truncated).toBe(true);
  const [sheet] = await readXlsx((await small.render('XLSX', given)).bytes);
  expect(sheet?.data).toEqual([['n'], [1], [note]]);
  expect((await small.render('HTML', given)).text).toContain(`<p class="line">${note}</p>`);
  const pdf = await small.render('PDF', given);
  expect((await readPdf(pdf.bytes)).pages.flat()).toContain(note);
  expect(pdf.isTruncated).toBe(true);
  expect((await small.render('PDF')).isTruncated).toBe(false);
});

it('report 11: a page of HTML holds 20,000 rows, and more are cut or refused as the report says', async () => {
  const cut = await snapshot.render('HTML', { columnList: [{ name: 'n', aggregate: 'COUNT' }] });
  const { rows } = readHtml(cut.text);
  expect(rows.length).toBe(20_002);
  // What is counted is what is shown.
  expect(rows.at(-1)).toEqual(['20000']);
  expect([cut.isTruncated, cut.text.includes('The list was cut after 20,000 rows.')]).toEqual([true, true]);
  const refused = await snapshot.render('HTML', { truncateMode: 'FAIL' }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RenderFailure);
  expect((refused as RenderFailure).code).toBe('REPORT_ROW_LIMIT_EXCEEDED');
});

it.each(formats)('report 5: %s ends with the reason of the signal, in the middle of the file', async (format) => {
  const own = await startSnapshotServer();
  try {
    const long = await own.snapshot("SELECT i, repeat('x', 100) FROM generate_series(1, 40000) i", [
      { name: 'n', type: 'INTEGER', sqlType: 'integer' },
      { name: 'text', type: 'STRING', sqlType: 'text' },
    ]);
    const controller = new AbortController();
    let told = 0;
    const onProgress = (done: number): void => {
      told = done;
      controller.abort();
    };
    const control = { signal: controller.signal, onProgress };
    await expect(long.render(format, { control })).rejects.toThrow(controller.signal.reason ?? 'aborted');
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThan(20_000);
  } finally {
    await own.close();
  }
});
