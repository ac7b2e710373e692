// Finds the statements of SQL that a report holds.
import type { ReportDefinition } from './report.types.ts';

/** Answers every statement of SQL in a report, each with the adapter that it is sent to. */
export function statementsIn({
  dataAdapterCode,
  query,
  parameterList,
}: Pick<ReportDefinition, 'dataAdapterCode' | 'query' | 'parameterList'>): readonly (readonly [
  adapterCode: string,
  statement: string,
])[] {
  const options = parameterList.flatMap(({ optionQuery }) => (optionQuery === null ? [] : [optionQuery]));
  return [{ dataAdapterCode, query }, ...options].flatMap((one) =>
    one.query?.statement ? [[one.dataAdapterCode, one.query.statement] as const] : [],
  );
}
