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

/** Is somebody whose rights are asked for: a caller, or a person with what he holds now. */
export type RightHolder = Pick<Caller, 'tenantIdentifier' | 'roles' | 'authorities' | 'grants'>;

export type { ReportColumnType, ReportOutputFormat };

/** What a run sends. Values never touch the text. */
export interface BoundQuery {
  /** Is one SELECT with current_setting('keelson.pN')::type in place of values. */
  readonly text: string;
  /** Are set with set_config($1, $2, true) in the same transaction; a list is an array literal. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  /** Says to which adapter it is sent; absent: to the own database. */
  readonly adapter?: AdapterCall;
  /** Says of which CSV file its rows are; absent: of none. */
  readonly file?: CsvCall;
}

/** Is a version of a CSV file, with all that is needed to read it. */
export interface CsvCall {
  /** Is the hash of its bytes in hexadecimal. */
  readonly content: string;
  readonly version: number;
  readonly encoding: SvcRToolReportCsvFileModel['encoding'];
  readonly delimiter: SvcRToolReportCsvFileModel['delimiter'];
  readonly columnList: readonly SvcRToolReportCsvFileModel['columnList'][number][];
  readonly rowCount: number;
}

/** Is what a query takes with it to the database of an adapter. */
export interface AdapterCall {
  readonly code: string;
  /** Tells the adapter from what it was before it changed, and from another one of its code. */
  readonly revision: string;
  /** Are names used as `relation.name`, which call a function where the relation has no such column. */
  readonly attributeNames: readonly string[];
  /** Are those of them that are functions of PostgreSQL which every statement may call. */
  readonly commonNames: readonly string[];
  /** Are functions of the adapter's list, as `name` or `schema.name`. */
  readonly allowedFunctionList: readonly string[];
  /** One of its values may stand in no text: what the database says of it is told to nobody. */
  readonly isSensitive: boolean;
}

/** Is a column of a snapshot; no text of a user is an identifier. */
export interface SnapshotColumn {
  /** Is its name in the result, of any length and perhaps twice the same. */
  readonly name: string;
  /** Is its name in the table: c1, c2, ... */
  readonly column: string;
  readonly type: ReportColumnType;
  readonly sqlType: string;
}

/** Is what one attempt has read: a table in the order of `row_number`, which counts from 1 without gaps. */
export interface Snapshot {
  /** Stands in statements as it is. */
  readonly table: string;
  /** Is read in place of the table where only some of its rows are. */
  readonly relation?: string;
  readonly columns: readonly SnapshotColumn[];
  readonly rowCount: number;
  /** There were more rows than the run may have. */
  readonly isTruncated: boolean;
}

/** Names the rows of a snapshot that have a value in a column. */
export interface SnapshotPart {
  /** Is the column's name in the table: c1, c2, ... */
  readonly column: string;
  readonly value: string;
}

/** Is what a report asks for and how it is shown, with every default filled in. */
export interface ReportDefinition {
  readonly reportDataSourceType: ReportDataSourceType;
  /** Is `platform` for the data sets of the platform. */
  readonly dataAdapterCode: string;
  readonly query: SvcRToolReportQueryModel;
  readonly parameterList: readonly SvcRToolReportParameterModel[];
  readonly columnList: readonly SvcRToolReportColumnModel[];
  readonly rowGroupList: readonly SvcRToolReportRowGroupModel[];
  readonly chartList: readonly SvcRToolReportChartModel[];
  /** Its `logo` is null: `StoredReport.logo` has the hash of the bytes. */
  readonly layout: SvcRToolReportLayoutModel;
  readonly outputFormatList: readonly ReportOutputFormat[];
  readonly defaultOutputFormat: ReportOutputFormat;
  readonly rowLimit: number;
  readonly timeoutSeconds: number;
  readonly truncateMode: 'TRUNCATE' | 'FAIL';
  /** Null: by the locale of the run. */
  readonly csvDelimiter: ',' | ';' | '\t' | '|' | null;
  readonly csvBom: boolean;
  readonly csvFormulaEscape: boolean;
  readonly csvNumberStyle: 'PLAIN' | 'LOCALE';
  /** FIXED: runs with the same values share their rows. */
  readonly cacheMode: 'NONE' | 'FIXED';
  readonly cacheSeconds: number;
}

/** Is a report as it was in one of its versions. */
export interface StoredReport extends ReportDefinition {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  /** Is null for a ready report. */
  readonly tenantIdentifier: string | null;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly reportGroupUuid: string | null;
  readonly status: ReportStatus;
  readonly enabled: boolean;
  /** Is the hash of the logo in the content store. */
  readonly logo: Buffer | null;
  /** Is there for a ready report alone. */
  readonly shipped: ShippedReport | null;
}

/** Is a report that somebody was given, with what he may do with it now. */
export interface GivenReport {
  readonly report: StoredReport;
  readonly permissionList: readonly ReportPermission[];
}
