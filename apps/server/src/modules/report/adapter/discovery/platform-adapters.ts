// Makes the adapters of the program's own data: one for each module with data sets that the caller may read.
import type { SvcRToolReportEntityModel, SvcRToolResolvedReportDataAdapterModel } from '@keelson/contract';
import type { DataSetDefinition, DataSetLabel } from '../../../../kernel/data-sets.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { localText } from '../../../../kernel/request/languages.ts';
import { PLATFORM_CODE } from '../adapter-input.ts';

export type ModuleDataSet = DataSetDefinition & { readonly module: string };

const CAPABILITIES = ['STREAMING', 'CANCEL', 'PARAMETERS', 'METADATA', 'ROW_LIMIT'] as const;
const NAME: DataSetLabel = { en: 'Data of the platform', tr: 'Platformun verileri' };

interface Asked {
  readonly caller: Caller;
  readonly languages: readonly string[];
  readonly withEntities: boolean;
  readonly now: number;
}

/** Makes the adapters; sets whose authority the caller lacks are left out, and modules that have no other. */
export function platformAdapters(
  dataSets: readonly ModuleDataSet[],
  { caller, languages, withEntities, now }: Asked,
): readonly SvcRToolResolvedReportDataAdapterModel[] {
  const textOf = ({ en, tr }: DataSetLabel): string => localText({ en, tr }, languages) ?? en;
  const toEntity = ({ code, labelMap, columnList }: ModuleDataSet): SvcRToolReportEntityModel => ({
    name: code,
    label: textOf(labelMap),
    columnList: columnList.map(({ name, type, labelMap: label }) => ({ name, type, label: textOf(label) })),
  });
  const reached = dataSets.filter(({ authority }) => caller.holds(authority));
  const modules = Map.groupBy(reached, ({ module }) => module);
  return [...modules].map(([serviceName, sets]) => ({
    code: PLATFORM_CODE,
    name: textOf(NAME),
    description: sets.map(({ labelMap }) => textOf(labelMap)).join(', '),
    reportDataSourceType: 'PLATFORM',
    serviceName,
    resolvedFrom: 'PLATFORM',
    dialect: 'NONE',
    available: true,
    lastCheckTime: new Date(now).toISOString(),
    latencyMillis: 0,
    errorCode: null,
    errorMessage: null,
    readOnly: true,
    capabilityList: CAPABILITIES,
    entityList: withEntities ? sets.map(toEntity).sort(byName) : null,
    entityTruncated: false,
  }));
}

function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : 1;
}
