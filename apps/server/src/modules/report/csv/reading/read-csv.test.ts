// Tests what is found out about CSV files, what is told of them, and what is copied of them.
import { reportCsvProblemsMax } from '@keelson/contract';
import { describe, expect, it } from 'vitest';
import type { CsvWish } from './csv.types.ts';
import { copyLinesOf, lookAtCsv } from './read-csv.ts';

const nothing: CsvWish = { encoding: null, delimiter: null, columnList: [] };
const look = (text: string | Uint8Array, wish: Partial<CsvWish> = {}) =>
  lookAtCsv(typeof text === 'string' ? Buffer.from(text) : text, { ...nothing, ...wish });
const typesOf = (...values: string[]) => {
  const { shape } = look(`v\n${values.map((value) => `"${value}"`).join('\n')}\n`);
  const { type, format } = shape!.columnList[0]!;
  return format === null ? type : `${type} ${format}`;
};
const problemsOf = (text: string | Uint8Array, wish: Partial<CsvWish> = {}) =>
  look(text, wish).problemList.map(({ row, column, code }) => [row, column, code].join(' '));

describe('what a file is written in', () => {
  const turkish = 'ad;şehir\nİğne;Iğdır ₺\n';
  const [first] = look(turkish).rows;
  const windows = Buffer.concat([
    Buffer.from('ad;', 'latin1'),
    Buffer.from([0xfe, 0x65, 0x68, 0x69, 0x72, 0x0a, 0xdd, 0xf0, 0x6e, 0x65, 0x3b, 0x49, 0xf0, 0x64, 0xfd, 0x72, 0x0a]),
  ]);

  it('report 16: is UTF-8, UTF-16 by its mark, or what the options say', () => {
    expect(first).toEqual(['İğne', 'Iğdır ₺']);
    expect(look(`\uFEFF${turkish}`).shape).toEqual(look(turkish).shape);
    const little = Buffer.from(`\uFEFF${turkish}`, 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const bytes of [little, big]) {
      const { shape, rows } = look(bytes);
      expect([shape?.encoding, rows]).toEqual(['UTF-16', look(turkish).rows]);
    }
    for (const encoding of ['windows-1254', 'iso-8859-9'] as const) {
      const { shape, rows } = look(windows, { encoding });
      expect([shape?.encoding, shape?.columnList[1]?.name, rows]).toEqual([encoding, 'şehir', [['İğne', 'Iğdır']]]);
    }
  });

  it('report 16: is told where the bytes are none of it', () => {
    expect(problemsOf(windows)).toEqual(['  ENCODING']);
    expect(problemsOf(Buffer.from([0xff, 0xfe, 0x61]))).toEqual(['  ENCODING']);
  });

  it.each([',', ';', '\t', '|'] as const)('report 16: has the delimiter %j found, or given', (delimiter) => {
    const text = `${['a', 'b', 'c'].join(delimiter)}\n${['1', '"x,y;z|w"', 'p q'].join(delimiter)}\n`;
    expect(look(text).shape?.delimiter).toBe(delimiter);
    expect(look(text, { delimiter }).rows).toEqual([['1', 'x,y;z|w', 'p q']]);
  });

  it('report 16: has the delimiter that all rows have, and not one that texts have', () => {
    expect(look('a;b\n1,2,3;x\n4,5;y\n').shape?.delimiter).toBe(';');
    expect(look('a, the first\n1\n2\n').shape?.delimiter).toBe(',');
    expect(look('only\n1\n').rows).toEqual([['1']]);
  });
});

describe('types', () => {
  it('report 16: are guessed from the values, and a value with leading zeros stays text', () => {
    expect(typesOf('1', '-20', '0')).toBe('LONG');
    expect(typesOf('1', '007')).toBe('STRING');
    expect(typesOf('00.5')).toBe('STRING');
    expect(typesOf('+905321234567')).toBe('STRING');
    expect(typesOf('1', '9223372036854775808')).toBe('DECIMAL 0.0');
    expect(typesOf('1.5', '0.25', '2')).toBe('DECIMAL 0.0');
    expect(typesOf('1,5', '2')).toBe('DECIMAL 0,0');
    expect(typesOf('1.250,50', '12,00')).toBe('DECIMAL #.##0,0');
    expect(typesOf('1,250.50', '12.00')).toBe('DECIMAL #,##0.0');
    expect(typesOf('true', 'FALSE')).toBe('BOOLEAN');
    expect(typesOf('2026-02-28')).toBe('DATE yyyy-MM-dd');
    expect(typesOf('28.2.2026', '01.12.2026')).toBe('DATE dd.MM.yyyy');
    expect(typesOf('2026-02-28T10:00:00Z', '2026-02-28 10:00')).toBe('DATE_TIME yyyy-MM-dd HH:mm:ss');
    expect(typesOf('28.02.2026 10:00')).toBe('DATE_TIME dd.MM.yyyy HH:mm:ss');
    expect(typesOf('', '')).toBe('STRING');
  });

  it('report 16: are text where a value may mean two things', () => {
    expect(typesOf('1.234', '12.500')).toBe('STRING');
    expect(typesOf('1.234', '1.5')).toBe('DECIMAL 0.0');
    expect(typesOf('1,234', '12')).toBe('STRING');
    expect(typesOf('03/04/2026')).toBe('STRING');
    expect(typesOf('30.02.2026')).toBe('STRING');
  });

  it('report 16: are guessed from a thousand rows, and a later value that is none of it is told', () => {
    const text = `n\n${'1\n'.repeat(1_000)}n/a\n`;
    expect(look(text).shape?.columnList[0]?.type).toBe('LONG');
    expect(problemsOf(text)).toEqual(['1002 1 TYPE']);
    expect(problemsOf(text, { columnList: [{ name: 'n', type: 'STRING', format: null }] })).toEqual([]);
  });

  it('report 16: are those that were given, written as was said', () => {
    const given = [
      { name: 'd', type: 'DATE', format: 'MM/dd/yyyy' },
      { name: 't', type: 'DATE_TIME', format: 'dd/MM/yyyy HH:mm:ss' },
      { name: 'n', type: 'DECIMAL', format: '#.##0,0' },
    ] as const;
    const text = 'd;t;n\n03/04/2026;31/12/2026 23:59:59.5+0300;1.234\n';
    const [row] = look(text, { columnList: given }).rows;
    expect(row).toEqual(['2026-03-04', '2026-12-31 23:59:59.5+0300', '1234']);
    expect(problemsOf('d;t;n\n13/04/2026;31/12/2026 24:00;007\n', { columnList: given })).toEqual([
      '2 1 TYPE',
      '2 2 TYPE',
      '2 3 TYPE',
    ]);
  });
});

describe('what is wrong', () => {
  it('report 16: is reported with its place: rows of another length, quotes, NUL, and names', () => {
    expect(problemsOf('a,b\n1\n2,x\n3,y,z\n\n4\n')).toEqual(['2  COLUMN_COUNT', '4  COLUMN_COUNT', '6  COLUMN_COUNT']);
    expect(problemsOf('a,b\n1,x"y\n')).toEqual(['2  QUOTE']);
    expect(problemsOf('a,b\n1,"y\n2,z\n')).toEqual(['2  QUOTE']);
    expect(problemsOf('a\nx\u0000y\n')).toEqual(['2 1 CHARACTER']);
    expect(problemsOf('')).toEqual(['  EMPTY']);
    expect(problemsOf('a,,a,"x\ny",'.concat('ş'.repeat(32), '\n'))).toEqual([
      '1 2 NAME_MISSING',
      '1 3 NAME_TWICE',
      '1 4 NAME_INVALID',
      '1 5 NAME_TOO_LONG',
    ]);
    expect(problemsOf(`${Array.from({ length: 257 }, (_none, index) => `c${index}`).join(',')}\n`)).toEqual([
      '1  TOO_MANY_COLUMNS',
    ]);
    expect(problemsOf(`a\n"${'x'.repeat(1_100_000)}"\n`)).toEqual(['2  RECORD_TOO_LONG']);
  });

  it('report 16: is a row of millions of values, which is not even made a list', () => {
    const commas = ','.repeat(10_000_000);
    expect(problemsOf(commas)).toEqual(['1  TOO_MANY_COLUMNS']);
    expect(problemsOf(`a,b\r\n"x\r\n${commas}",y\r\n1,2\r\n${commas}\r\n`)).toEqual(['4  RECORD_TOO_LONG']);
  });

  it('report 16: is told a hundred times, and no oftener', () => {
    expect(look(`a,b\n${'1\n'.repeat(500)}`).problemList).toHaveLength(reportCsvProblemsMax);
  });

  it('report 16: is that there are more than a million rows', { timeout: 60_000 }, () => {
    expect(problemsOf(`a\n${'1\n'.repeat(1_000_001)}`)).toEqual(['1000002  TOO_MANY_ROWS']);
  });
});

it('report 16: rows are copied as they are: quotes over lines, signs of the copy itself, and nothing where a cell is empty', () => {
  const text = 'a,b\r\n"x\r\ny ""z""\\N",\t\\.\r\n,"1\t2"\r\n';
  const bytes = Buffer.from(text);
  const { shape, rowCount, rows } = look(text);
  expect([rowCount, rows]).toEqual([
    2,
    [
      ['x\r\ny "z"\\N', '\t\\.'],
      [null, '1\t2'],
    ],
  ]);
  expect(Buffer.concat(copyLinesOf(bytes, shape!)).toString()).toBe('x\\r\\ny "z"\\\\N\t\\t\\\\.\n\\N\t1\\t2\n');
});

it('report 16: a file of ten MiB is read whole', { timeout: 60_000 }, () => {
  const line = '12345,some text here,2026-01-02,9.99,true\n';
  const count = Math.floor((10 * 1_048_576 - 20) / line.length);
  const bytes = Buffer.from(`a,b,c,d,e\n${line.repeat(count)}`);
  const { shape, rowCount, problemList } = look(bytes);
  expect([rowCount, problemList]).toEqual([count, []]);
  const lines = Buffer.concat(copyLinesOf(bytes, shape!));
  expect(lines.toString('latin1').split('\n')).toHaveLength(count + 1);
});
