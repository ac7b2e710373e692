// Says what is asked of a source of data, whether its queries are statements or filters of a data set.
import type { ReportColumnType, SvcRToolReportQueryModel } from '@keelson/contract';
import type { ServiceError } from '../../../kernel/request/errors.ts';
import type { BoundQuery, RightHolder } from '../report.types.ts';
import type { BoundValues, Parameter } from './parameter/parameter.types.ts';
import type { ReportProblem } from './report-problem.ts';

export interface QueryColumn {
  readonly name: string;
  readonly type: ReportColumnType;
}

/** Is what a query may name of a parameter. */
export type QueryParameter = Pick<Parameter, 'name' | 'type' | 'multiple'>;

export interface Inspected {
  readonly problems: readonly ReportProblem[];
  /** Is null where the query cannot be read. */
  readonly columns: readonly QueryColumn[] | null;
  /** Are the parameters that it uses, in lower case. */
  readonly used: ReadonlySet<string>;
  /** Is why the source could not be asked, which hinders no report from being saved; 503 to whoever would read by it. */
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
  /** One row more than the limit says that there are more. */
  readonly rows: readonly (readonly unknown[])[];
}

/** Every method finds only what the holder may reach. */
export interface QuerySource {
  /** `field` is where the query stands in a report; nothing of the data is read. */
  inspect(
    holder: RightHolder,
    query: SvcRToolReportQueryModel,
    parameters: readonly QueryParameter[],
    field: string,
  ): Promise<Inspected>;
  /** The query has been inspected once; 403 ACCESS_DENIED where its data may not be reached any more. */
  bind(holder: RightHolder, query: SvcRToolReportQueryModel, given: QueryValues): Promise<BoundQuery>;
  /** Reads in a READ ONLY transaction; 422 REPORT_QUERY_FAILED and REPORT_QUERY_TIMEOUT, 503 REPORT_ADAPTER_UNAVAILABLE. */
  read(holder: RightHolder, query: BoundQuery, columns: readonly QueryColumn[], terms: ReadTerms): Promise<ReadRows>;
}
