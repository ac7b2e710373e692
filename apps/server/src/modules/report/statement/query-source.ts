// Declares the interface of a data source, whether its queries are statements or filters of a data set.
import type { ReportColumnType, SvcRToolReportQueryModel } from '@keelson/contract';
import type { ServiceError } from '../../../kernel/request/errors.ts';
import type { BoundQuery, RightHolder } from '../report.types.ts';
import type { BoundValues, Parameter } from './parameter/parameter.types.ts';
import type { ReportProblem } from './report-problem.ts';

export interface QueryColumn {
  readonly name: string;
  readonly type: ReportColumnType;
}

/** Fields of a parameter that a query may use. */
export type QueryParameter = Pick<Parameter, 'name' | 'type' | 'multiple'>;

export interface Inspected {
  readonly problems: readonly ReportProblem[];
  /** Null where the query cannot be read. */
  readonly columns: readonly QueryColumn[] | null;
  /** Parameters that it uses, in lower case. */
  readonly used: ReadonlySet<string>;
  /** Reason why the source could not be asked, which does not keep a report from being saved; 503 for reads. */
  readonly unavailable?: ServiceError;
}

export interface QueryValues {
  readonly values: BoundValues;
  readonly timeZone: string;
}

export interface ReadTerms {
  readonly rowLimit: number;
  readonly timeZone: string;
  readonly timeoutMs: number;
}

export interface ReadRows {
  /** Rows, with one beyond the limit where there are more. */
  readonly rows: readonly (readonly unknown[])[];
}

/** A source; every method finds only what the holder may reach. */
export interface QuerySource {
  /** Checks a query without reading data; `field` is its place in a report. */
  inspect(
    holder: RightHolder,
    query: SvcRToolReportQueryModel,
    parameters: readonly QueryParameter[],
    field: string,
  ): Promise<Inspected>;
  /** Binds an inspected query; 403 ACCESS_DENIED where its data may not be reached any more. */
  bind(holder: RightHolder, query: SvcRToolReportQueryModel, given: QueryValues): Promise<BoundQuery>;
  /** Reads in a READ ONLY transaction; 422 REPORT_QUERY_FAILED and REPORT_QUERY_TIMEOUT, 503 REPORT_ADAPTER_UNAVAILABLE. */
  read(holder: RightHolder, query: BoundQuery, columns: readonly QueryColumn[], terms: ReadTerms): Promise<ReadRows>;
}
