// Makes the adapter of the CSV files of a tenant.
import type { SvcRToolResolvedReportDataAdapterModel } from '@keelson/contract';
import { localText } from '../../../../kernel/request/languages.ts';
import { CSV_CODE, type CsvFile } from '../../csv/feature.ts';

const CAPABILITIES = ['CANCEL', 'PARAMETERS', 'METADATA', 'ROW_LIMIT'] as const;
const NAME = { en: 'CSV files', tr: 'CSV dosyaları' };

interface Asked {
  readonly languages: readonly string[];
  readonly withEntities: boolean;
  readonly now: number;
}

/** Makes the adapter where there is a file; its entities are the files, by their codes. */
export function csvAdapters(
  files: readonly CsvFile[],
  { languages, withEntities, now }: Asked,
): readonly SvcRToolResolvedReportDataAdapterModel[] {
  if (files.length === 0) return [];
  const entityList = files.map(({ code, fileName, columnList }) => ({
    name: code,
    label: fileName,
    columnList: columnList.map(({ name, type }) => ({ name, type, label: name })),
  }));
  return [
    {
      code: CSV_CODE,
      name: localText(NAME, languages) ?? NAME.en,
      description: files.map(({ code }) => code).join(', '),
      reportDataSourceType: 'CSV',
      serviceName: 'report',
      resolvedFrom: 'STORED',
      dialect: 'NONE',
      available: true,
      lastCheckTime: new Date(now).toISOString(),
      latencyMillis: 0,
      errorCode: null,
      errorMessage: null,
      readOnly: true,
      capabilityList: CAPABILITIES,
      entityList: withEntities ? entityList : null,
      entityTruncated: false,
    },
  ];
}
