// Finds objects that a report refers to and that are missing or unusable.
import type { DataSetDefinition } from '../../../../kernel/data-sets.ts';
import type { ReportDefinition } from '../../report.types.ts';
import { CSV_ADAPTER, PLATFORM_ADAPTER } from './definition-problems.ts';

export interface ReferenceGround {
  /** Finds a data set; null for a code that no module of this version declares. */
  readonly findDataSet: (code: string) => DataSetDefinition | null;
  /** Finds an adapter; null for a code that the tenant does not have. */
  /** Finds a CSV file; null for a code that the tenant does not have. */
  readonly findCsvFile: (tenantIdentifier: string, code: string) => Promise<object | null>;
  readonly findAdapter: (tenantIdentifier: string, code: string) => Promise<{ readonly enabled: boolean } | null>;
}

/** Names each missing object in a sentence; a report shipped to every tenant has no adapters to check. */
export async function missingReferences(
  { findDataSet, findCsvFile, findAdapter }: ReferenceGround,
  tenantIdentifier: string | null,
  { dataAdapterCode, query, parameterList }: ReportDefinition,
): Promise<readonly string[]> {
  const options = parameterList.flatMap(({ optionQuery }) => (optionQuery === null ? [] : [optionQuery]));
  const queries = [query, ...options.map((one) => one.query)];
  const files = new Set(queries.flatMap((one) => one?.fileCode ?? []));
  const missingFiles = [...files].map(async (code) => {
    const found = tenantIdentifier === null ? null : await findCsvFile(tenantIdentifier, code);
    return found === null ? [`There is no CSV file ${code}.`] : [];
  });
  const dataSets = new Set(queries.flatMap((one) => one?.dataSetCode ?? []));
  const gone = [...dataSets].filter((code) => findDataSet(code) === null);
  const adapters = new Set([dataAdapterCode, ...options.map((one) => one.dataAdapterCode)]);
  for (const own of [PLATFORM_ADAPTER, CSV_ADAPTER]) adapters.delete(own);
  const ofAdapters = [...adapters].map(async (code) => {
    const found = tenantIdentifier === null ? null : await findAdapter(tenantIdentifier, code);
    if (found === null) return [`There is no data adapter ${code}.`];
    return found.enabled ? [] : [`The data adapter ${code} is disabled.`];
  });
  return [
    ...gone.map((code) => `There is no data set ${code}.`),
    ...(await Promise.all([...missingFiles, ...ofAdapters])).flat(),
  ];
}
