// Says which things that a report refers to are not there any more, or cannot be used.
import type { DataSetDefinition } from '../../../../kernel/data-sets.ts';
import type { ReportDefinition } from '../../report.types.ts';
import { PLATFORM_ADAPTER } from './definition-problems.ts';

export interface ReferenceGround {
  /** Answers null for a code that no module of this version declares. */
  readonly findDataSet: (code: string) => DataSetDefinition | null;
  /** Answers null for a code that no adapter of the tenant has. */
  readonly findAdapter: (tenantIdentifier: string, code: string) => Promise<{ readonly enabled: boolean } | null>;
}

/** Names each thing that is missing in a sentence; what is shipped to every tenant is asked of no adapter. */
export async function missingReferences(
  { findDataSet, findAdapter }: ReferenceGround,
  tenantIdentifier: string | null,
  { dataAdapterCode, query, parameterList }: ReportDefinition,
): Promise<readonly string[]> {
  const options = parameterList.flatMap(({ optionQuery }) => (optionQuery === null ? [] : [optionQuery]));
  const dataSets = new Set([query, ...options.map((one) => one.query)].flatMap((one) => one?.dataSetCode ?? []));
  const gone = [...dataSets].filter((code) => findDataSet(code) === null);
  const adapters = new Set([dataAdapterCode, ...options.map((one) => one.dataAdapterCode)]);
  adapters.delete(PLATFORM_ADAPTER);
  const told = [...adapters].map(async (code) => {
    const found = tenantIdentifier === null ? null : await findAdapter(tenantIdentifier, code);
    if (found === null) return [`There is no data adapter ${code}.`];
    return found.enabled ? [] : [`The data adapter ${code} is disabled.`];
  });
  return [...gone.map((code) => `There is no data set ${code}.`), ...(await Promise.all(told)).flat()];
}
