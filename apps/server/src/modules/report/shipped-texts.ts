// Declares the texts of shipped reports, and shows them in the language of the reader.
import type { SvcRToolReportParameterModel } from '@keelson/contract';

export interface ShippedReport {
  /** Number raised with each change of the report; an older program leaves a newer edition as it is. */
  readonly edition: number;
  /** Texts in the languages other than that of its fields. */
  readonly texts: { readonly tr: ReportTexts };
}

interface ReportTexts {
  readonly name: string;
  readonly description: string;
  /** Holds the labels of its parameters by their names. */
  readonly parameters: Readonly<Record<string, string>>;
}

interface Written {
  readonly name: string;
  readonly description: string | null;
  readonly parameterList: readonly SvcRToolReportParameterModel[];
}

/** Answers a report with its texts in the language of a locale; one that is not shipped keeps its own. */
export function inLanguage<W extends Written>(report: W, shipped: ShippedReport | null, locale: string): W {
  if (shipped === null || new Intl.Locale(locale).language !== 'tr') return report;
  const { name, description, parameters } = shipped.texts.tr;
  const parameterList = report.parameterList.map((parameter) => ({
    ...parameter,
    label: parameters[parameter.name] ?? parameter.label,
  }));
  return { ...report, name, description, parameterList };
}
