// Holds the types that the features of reports share.
import type {
  ReportColumnType,
  ReportDataSourceType,
  ReportOutputFormat,
  ReportPermission,
  ReportStatus,
  SvcRToolReportChartModel,
  SvcRToolReportColumnModel,
  SvcRToolReportCsvFileModel,
  SvcRToolReportLayoutModel,
  SvcRToolReportParameterModel,
  SvcRToolReportQueryModel,
  SvcRToolReportRowGroupModel,
} from '@keelson/contract';
import type { Caller } from '../../kernel/request/caller.ts';
import type { ShippedReport } from './shipped-texts.ts';

/** Person whose rights are checked: a caller, or a user with the present authorities. */
export type RightHolder = Pick<Caller, 'tenantIdentifier' | 'roles' | 'authorities' | 'grants'>;

export type { ReportColumnType, ReportOutputFormat };

/** Query of a run; values are never part of the text. */
export interface BoundQuery {
  /** One SELECT with current_setting('keelson.pN')::type in place of values. */
  readonly text: string;
  /** Settings for set_config($1, $2, true) in the same transaction; a list is an array literal. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  /** Adapter of the query; absent: the own database. */
  readonly adapter?: AdapterCall;
  /** CSV file of the rows; absent: none. */
  readonly file?: CsvCall;
}

/** A version of a CSV file, with everything that is needed to read it. */
export interface CsvCall {
  /** The hash of its bytes in hexadecimal. */
  readonly content: string;
  readonly version: number;
  readonly encoding: SvcRToolReportCsvFileModel['encoding'];
  readonly delimiter: SvcRToolReportCsvFileModel['delimiter'];
  readonly columnList: readonly SvcRToolReportCsvFileModel['columnList'][number][];
  readonly rowCount: number;
}

/** Adapter's part of a query. */
export interface AdapterCall {
  readonly code: string;
  /** Distinguishes the adapter from its state before a change, and from another one of its code. */
  readonly revision: string;
  /** Names used as `relation.name`, which call a function where the relation has no such column. */
  readonly attributeNames: readonly string[];
  /** Those of them that are functions of PostgreSQL which every statement may call. */
  readonly commonNames: readonly string[];
  /** Functions of the adapter's list, as `name` or `schema.name`. */
  readonly allowedFunctionList: readonly string[];
  /** True where a value is secret: the database's message is not shown then. */
  readonly isSensitive: boolean;
}

/** A column of a snapshot; identifiers are never texts of users. */
export interface SnapshotColumn {
  /** Name in the result, of any length and perhaps repeated. */
  readonly name: string;
  /** Its name in the table: c1, c2, ... */
  readonly column: string;
  readonly type: ReportColumnType;
  readonly sqlType: string;
}

/** Rows read by one attempt: a table in the order of `row_number`, which counts from 1 without gaps. */
export interface Snapshot {
  /** Name of the table, as it stands in statements. */
  readonly table: string;
  /** Relation in place of the table, where only some of its rows are read. */
  readonly relation?: string;
  readonly columns: readonly SnapshotColumn[];
  readonly rowCount: number;
  /** True where there were more rows than the run may have. */
  readonly isTruncated: boolean;
}

/** The rows of a snapshot with one value in a column. */
export interface SnapshotPart {
  /** The column's name in the table: c1, c2, ... */
  readonly column: string;
  readonly value: string;
}

/** Query and layout of a report, with every default filled in. */
export interface ReportDefinition {
  readonly reportDataSourceType: ReportDataSourceType;
  /** Is `platform` for the data sets of the platform. */
  readonly dataAdapterCode: string;
  readonly query: SvcRToolReportQueryModel;
  readonly parameterList: readonly SvcRToolReportParameterModel[];
  readonly columnList: readonly SvcRToolReportColumnModel[];
  readonly rowGroupList: readonly SvcRToolReportRowGroupModel[];
  readonly chartList: readonly SvcRToolReportChartModel[];
  /** Layout, whose `logo` is null: `StoredReport.logo` has the hash of the bytes. */
  readonly layout: SvcRToolReportLayoutModel;
  readonly outputFormatList: readonly ReportOutputFormat[];
  readonly defaultOutputFormat: ReportOutputFormat;
  readonly rowLimit: number;
  readonly timeoutSeconds: number;
  readonly truncateMode: 'TRUNCATE' | 'FAIL';
  /** Delimiter; null: by the locale of the run. */
  readonly csvDelimiter: ',' | ';' | '\t' | '|' | null;
  readonly csvBom: boolean;
  readonly csvFormulaEscape: boolean;
  readonly csvNumberStyle: 'PLAIN' | 'LOCALE';
  /** FIXED: runs with the same values share their rows. */
  readonly cacheMode: 'NONE' | 'FIXED';
  readonly cacheSeconds: number;
}

/** A report as it was in one of its versions. */
export interface StoredReport extends ReportDefinition {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  /** Null for a ready report. */
  readonly tenantIdentifier: string | null;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly reportGroupUuid: string | null;
  readonly status: ReportStatus;
  readonly enabled: boolean;
  /** The hash of the logo in the content store. */
  readonly logo: Buffer | null;
  /** Set for a ready report alone. */
  readonly shipped: ShippedReport | null;
}

/** A report for a person, with the person's present permissions. */
export interface GivenReport {
  readonly report: StoredReport;
  readonly permissionList: readonly ReportPermission[];
}
