// Tests charts of every kind in HTML, PDF and XLSX, and that nothing in a page is ever run.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elementsOf, readHtml, readPdf, readXlsx, textOf } from './read-back.fixture.ts';
import { type SnapshotServer, startSnapshotServer, type TestSnapshot } from './render.fixture.ts';

let server: SnapshotServer;
let orders: TestSnapshot;
beforeAll(async () => {
  server = await startSnapshotServer();
  const rows = `(VALUES ('Ankara', DATE '2026-01-01', 1.5, 2), ('İzmir', '2026-01-02', 2.25, 1), ('Ankara', '2026-01-02', 0.1, 5),
    (NULL, '2026-01-03', NULL, 1), ('Iğdır', '2026-01-03', 10, 9), ('Van', '2026-01-04', 20, 8)) v`;
  orders = await server.snapshot(`SELECT * FROM ${rows}`, [
    { name: 'city', type: 'STRING', sqlType: 'text' },
    { name: 'day', type: 'DATE', sqlType: 'date' },
    { name: 'amount', type: 'DECIMAL', sqlType: 'numeric' },
    { name: 'pieces', type: 'INTEGER', sqlType: 'integer' },
  ]);
});
afterAll(() => server?.close());

const types = ['BAR', 'STACKED_BAR', 'LINE', 'AREA', 'PIE', 'DONUT', 'KPI'] as const;

describe.each(types)('report 26: a chart of the kind %s', (type) => {
  const chart = { type, title: `${type} ₺`, categoryColumn: 'city', seriesColumnList: ['amount', 'pieces'] };
  const given = { chartList: [chart], locale: 'tr' };
  const drawn = [
    ['Ankara', 1.6, 7],
    ['İzmir', 2.25, 1],
    ['(boş)', null, 1],
    ['Iğdır', 10, 9],
    ['Van', 20, 8],
  ];
  const numbers = type === 'KPI' ? [[null, 33.85, 26]] : drawn;

  it('stands in the page as a picture with a name, drawn in the font of reports', async () => {
    const html = readHtml((await orders.render('HTML', given)).text);
    const [svg, ...others] = html.elements.filter(({ tagName }) => tagName === 'svg');
    expect(others).toEqual([]);
    expect(svg?.attrs).toContainEqual(expect.objectContaining({ name: 'role', value: 'img' }));
    const inside = elementsOf(svg!);
    expect(textOf(inside.find(({ tagName }) => tagName === 'title')!)).toBe(`${type} ₺`);
    const texts = inside.filter(({ tagName }) => tagName === 'text');
    const fonts = texts.map(({ attrs }) => attrs.find(({ name }) => name === 'style')?.value);
    expect(new Set(fonts.map((style) => style?.includes('font-family:DejaVu Sans')))).toEqual(new Set([true]));
    const shown = texts.map(textOf).join('|');
    expect(shown).toContain(type === 'KPI' ? '33,85' : 'Iğdır');
    // A shape is drawn for every category of every series.
    const shapes = inside.filter(({ tagName }) => tagName === 'path');
    if (type !== 'KPI') expect(shapes.length).toBeGreaterThanOrEqual(2);
  });

  it('is a picture in a PDF, and one beside its numbers on a sheet of the workbook', async () => {
    const pdf = await orders.render('PDF', given);
    expect((await readPdf(pdf.bytes)).images).toBe(1);
    const sheets = await readXlsx((await orders.render('XLSX', given)).bytes);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Orders', 'Charts']);
    expect(sheets[1]?.data).toEqual(
      [
        [`${type} ₺`, null, null],
        [type === 'KPI' ? null : 'city', 'amount', 'pieces'].map((label) => label ?? ''),
        ...numbers,
      ].map((row) => row.map((cell) => (cell === '' ? null : cell))),
    );
  });
});

it('report 26: more categories than a chart may have become one, over whose rows the aggregate is taken', async () => {
  const chart = { type: 'BAR', categoryColumn: 'city', seriesColumnList: ['amount'], maxPoints: 2 } as const;
  const of = async (aggregate: 'SUM' | 'AVERAGE' | 'COUNT_DISTINCT') => {
    const { bytes } = await orders.render('XLSX', { chartList: [{ ...chart, aggregate }] });
    return (await readXlsx(bytes))[1]?.data.slice(2);
  };
  expect(await of('SUM')).toEqual([
    ['Ankara', 1.6],
    ['İzmir', 2.25],
    ['Other', 30],
  ]);
  expect((await of('AVERAGE'))?.at(-1)).toEqual(['Other', 15]);
  expect((await of('COUNT_DISTINCT'))?.at(-1)).toEqual(['Other', 2]);
});

it('report 26: numbers of rows are marked in whole ones', async () => {
  const chart = { type: 'BAR', categoryColumn: 'city', seriesColumnList: ['amount'], aggregate: 'COUNT' } as const;
  const html = readHtml((await orders.render('HTML', { chartList: [chart], locale: 'en' })).text);
  const texts = html.elements.filter(({ tagName }) => tagName === 'text').map(textOf);
  expect(texts).toContain('1');
  expect(texts.filter((text) => /^\d+\.\d+$/.test(text))).toEqual([]);
});

it('report 10: charts have the same bytes again, whatever was drawn before', async () => {
  const chartList = types.map((type) => ({ type, categoryColumn: 'day', seriesColumnList: ['pieces'] }));
  for (const format of ['HTML', 'PDF', 'XLSX'] as const) {
    const once = await orders.render(format, { chartList });
    await orders.render('HTML', { chartList: chartList.slice(2) });
    expect((await orders.render(format, { chartList })).sha256, format).toBe(once.sha256);
  }
});

const scripts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  '<!--<script>',
  '&lt;script&gt;',
  '<math><mi//xlink:href="data:x,<script>alert(4)</script>">',
  '{{constructor}}${alert(1)}',
];

/** Are the elements that a page is made of; a picture of a chart brings those of SVG. */
const allowed = new Set(
  'html head meta title style body h1 p div table caption thead tbody tr th td svg rect path text g defs clippath polyline circle tspan'.split(
    ' ',
  ),
);

it('report 26: scripts in data, headings, titles, templates, parameters and charts are texts and nothing else', async () => {
  const list = scripts.map((script) => `(${server.client.escapeLiteral(script)}, 1)`).join(', ');
  const snapshot = await server.snapshot(`VALUES ${list}`, [
    { name: scripts[0]!, type: 'STRING', sqlType: 'text' },
    { name: 'n', type: 'INTEGER', sqlType: 'integer' },
  ]);
  for (const script of scripts) {
    const { text } = await snapshot.render('HTML', {
      reportName: script,
      columnList: [
        { name: scripts[0]!, label: script },
        { name: 'n', label: script, aggregate: 'SUM' },
      ],
      rowGroupList: [{ columnName: scripts[0]!, headerTemplate: `${script} {{p}}` }],
      parameterMap: { p: script },
      layout: { title: script, subtitle: script, headerTemplate: `${script}{{p}}`, footerTemplate: script },
      chartList: types.map((type) => ({ type, title: script, categoryColumn: scripts[0]!, seriesColumnList: ['n'] })),
    });
    const { elements, rows } = readHtml(text);
    const strange = elements.filter(({ tagName }) => !allowed.has(tagName.toLowerCase()));
    expect(
      strange.map(({ tagName }) => tagName),
      script,
    ).toEqual([]);
    const attributes = elements.flatMap(({ attrs }) => attrs);
    expect(
      attributes.filter(({ name }) => /^on|href|^src/i.test(name)),
      script,
    ).toEqual([]);
    const policy = attributes.find(({ value }) => value.startsWith("default-src 'none'"));
    expect(policy?.value).not.toContain('script-src');
    expect(rows[0]).toEqual([script, script]);
  }
});

/** Is a PNG of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it('report 7: a logo stands in the page and in the PDF, and one that is no picture fails the file', async () => {
  const { text } = await orders.render('HTML', { logo: png });
  expect(text).toContain(`<img class="logo" alt="" src="data:image/png;base64,${png.toString('base64')}">`);
  expect((await readPdf((await orders.render('PDF', { logo: png })).bytes)).images).toBe(1);
  const own = await startSnapshotServer();
  const other = await own.snapshot('SELECT 1', [{ name: 'n', type: 'INTEGER', sqlType: 'integer' }]);
  const broken = other.render('PDF', { logo: Buffer.from('GIF89a') });
  await expect(broken).rejects.toMatchObject({ code: 'REPORT_RENDER_FAILED' });
  await own.close();
});

it('report 8: letters that the font does not have are boxes, and their scripts are told', async () => {
  const snapshot = await server.snapshot("SELECT '漢字 שלום 😀 çağ'", [{ name: 't', type: 'STRING', sqlType: 'text' }]);
  const { warningList } = await snapshot.render('PDF');
  expect(warningList).toEqual(['The font has no letters of these scripts, and shows boxes instead: Han.']);
});
