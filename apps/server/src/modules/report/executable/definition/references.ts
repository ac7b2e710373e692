// Says which things that a report refers to are not there any more.
import type { DataSetDefinition } from '../../../../kernel/data-sets.ts';
import type { ReportDefinition } from '../../report.types.ts';

/** Answers null for a code that no module of this version declares. */
export type FindDataSet = (code: string) => DataSetDefinition | null;

/** Names each thing that is missing in a sentence. */
export function missingReferences(definition: ReportDefinition, findDataSet: FindDataSet): readonly string[] {
  const queries = [
    definition.query,
    ...definition.parameterList.flatMap(({ optionQuery }) => optionQuery?.query ?? []),
  ];
  const codes = new Set(queries.flatMap(({ dataSetCode }) => dataSetCode ?? []));
  return [...codes].filter((code) => findDataSet(code) === null).map((code) => `There is no data set ${code}.`);
}
