// Takes CSV files, replaces them by their next version, lists and deletes them.
import {
  csvFormats,
  reportCsvFilesMax,
  type SvcRToolReportCsvFileModel,
  type SvcRToolReportCsvFileQueryModel,
  type SvcRToolReportCsvOptionsModel,
  type SvcRToolReportCsvUploadModel,
  type UploadedFile,
} from '@keelson/contract';
import type { ContentHash } from '../../../kernel/content/content-store.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { type ArgumentProblem, fail, invalid } from '../../../kernel/request/errors.ts';
import { readCell } from '../read-cell.ts';
import { reportEvents } from '../report.events.ts';
import { aloneInTenant } from '../right/tenant-lock.store.ts';
import { type CsvFile, countCsvFiles, countReportsReading, csvFiles } from './csv-file.store.ts';
import type { CsvLook, CsvShape, CsvWish } from './reading/csv.types.ts';
import type { CsvLane } from './reading/csv-lane.ts';

export interface CsvServiceGround extends Pick<Kernel, 'clock' | 'contents' | 'database' | 'ids'> {
  readonly lane: Pick<CsvLane, 'look'>;
}

type Options = SvcRToolReportCsvOptionsModel;
type Said = NonNullable<Options['columnList']>[number];

const FILE_NAME_MAX = 255;

const at = (index: number, field: string): string => `options.columnList[${index}].${field}`;

function columnProblems({ name, type, format }: Said, index: number, names: readonly string[]): ArgumentProblem[] {
  const known: readonly string[] = csvFormats[type];
  const message = known.length === 0 ? `Is not for ${type}.` : `Must be one of ${known.join(', ')}.`;
  return [
    ...(names.indexOf(name) === index
      ? []
      : [{ field: at(index, 'name'), code: 'DUPLICATE', message: 'Has the same entry twice.' }]),
    ...(!format || known.includes(format) ? [] : [{ field: at(index, 'format'), code: 'NOT_ALLOWED', message }]),
  ];
}

/** Refuses options that no file could be read by. */
function readOptions({ encoding, delimiter, columnList: said }: Options): CsvWish {
  const columnList = said ?? [];
  const names = columnList.map(({ name }) => name);
  const problems = columnList.flatMap((column, index) => columnProblems(column, index, names));
  if (problems.length > 0) invalid(...problems);
  return {
    encoding: encoding ?? null,
    delimiter: delimiter ?? null,
    columnList: columnList.map(({ name, type, format }) => ({
      name,
      type,
      format: format ?? csvFormats[type][0] ?? null,
    })),
  };
}

function requireReadable({ shape, problemList }: CsvLook, wish: CsvWish): CsvShape {
  if (shape === null || problemList.length > 0)
    fail('REPORT_CSV_INVALID', { parameters: { count: problemList.length }, errorArguments: [...problemList] });
  const known = new Set(shape.columnList.map(({ name }) => name));
  const unknown = wish.columnList.flatMap(({ name }, index) =>
    known.has(name)
      ? []
      : [{ field: at(index, 'name'), code: 'NOT_ALLOWED', message: `The file has no column ${name}.` }],
  );
  if (unknown.length > 0) invalid(...unknown);
  return shape;
}

const toModel = (row: CsvFile): SvcRToolReportCsvFileModel => {
  const { columnList, ...fields } = csvFiles.toModel(row);
  return { ...fields, columnList: [...columnList] } as SvcRToolReportCsvFileModel;
};

const rowsOf = ({ rows }: CsvLook, { columnList }: CsvShape): unknown[][] =>
  rows.map((row) => row.map((text, index) => readCell(text, columnList[index]!.type)));

export type CsvService = ReturnType<typeof createCsvService>;

export function createCsvService({ clock, contents, database, ids, lane }: CsvServiceGround) {
  const alone = aloneInTenant(database);
  const changeOf = ({ caller }: Act) => ({ by: caller.username, now: new Date(clock.now()) });

  type Fields = Pick<CsvFile, 'fileName' | 'encoding' | 'delimiter' | 'columnList' | 'rowCount' | 'byteCount'> & {
    readonly content: ContentHash;
  };

  async function store(tx: Transaction, act: Act, code: string, fields: Fields): Promise<CsvFile> {
    const { tenantIdentifier } = act.caller;
    const before = await csvFiles.find(tx, { tenantIdentifier }, { code });
    if (before !== null) return csvFiles.update(tx, before, fields, changeOf(act));
    if ((await countCsvFiles(tx, tenantIdentifier)) >= reportCsvFilesMax)
      fail('REPORT_LIMIT_REACHED', { parameters: { limit: reportCsvFilesMax } });
    return csvFiles.insert(tx, { ...fields, code, uuid: ids.uuidV7(), tenantIdentifier }, changeOf(act));
  }

  return {
    /** Uploads a file; runs asked for before keep the version of that time. */
    upload: (act: Act, code: string, file: UploadedFile, options: Options): Promise<SvcRToolReportCsvUploadModel> =>
      act.once(async (claim) => {
        const wish = readOptions(options);
        const look = await lane.look(act.caller.tenantIdentifier, file.bytes, wish);
        const shape = requireReadable(look, wish);
        const [content] = await contents.put([file.bytes]);
        const fields = {
          ...shape,
          fileName: file.fileName.slice(0, FILE_NAME_MAX),
          rowCount: look.rowCount,
          byteCount: file.bytes.byteLength,
          content: content!,
        };
        return alone(act, async (tx) => {
          const row = await store(tx, act, code, fields);
          const { version, rowCount, byteCount } = row;
          await act.record(tx, reportEvents.csvUploaded, code, { version, rowCount, byteCount });
          const model = { ...toModel(row), rowList: rowsOf(look, shape) };
          await claim.save(tx, model);
          return model;
        });
      }),

    /** Removes a file; the lock keeps reports that name it from being saved meanwhile. */
    remove: (act: Act, code: string): Promise<void> =>
      alone(act, async (tx) => {
        const { tenantIdentifier } = act.caller;
        const row = await csvFiles.get(tx, { tenantIdentifier }, { code });
        const count = await countReportsReading(tx, tenantIdentifier, code);
        if (count > 0) fail('REPORT_CSV_IN_USE', { parameters: { code, count }, errorArguments: [{ code, count }] });
        await csvFiles.remove(tx, row, changeOf(act), { content: null });
        await act.record(tx, reportEvents.csvDeleted, code, { version: row.version });
      }),

    async list(
      { caller }: Act,
      { searchText }: SvcRToolReportCsvFileQueryModel,
    ): Promise<SvcRToolReportCsvFileModel[]> {
      const pageable = { pageNumber: 0, pageSize: reportCsvFilesMax, sort: csvFiles.sort.standard };
      const { tenantIdentifier } = caller;
      return (await csvFiles.list(database, { tenantIdentifier }, { searchText }, pageable)).map(toModel);
    },
  };
}
