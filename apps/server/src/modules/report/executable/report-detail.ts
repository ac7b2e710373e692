// Makes the detail of a report's event: values of plain fields, names of parts.
import { type Report, reports } from './report.store.ts';

/** Parts that may be long, and are kept in the versions of the report. */
const PARTS = ['query', 'parameterList', 'columnList', 'rowGroupList', 'chartList', 'layout'] as const;

type Fields = Readonly<Record<string, unknown>> | null;
const without = (fields: Fields): Fields =>
  fields && Object.fromEntries(Object.entries(fields).filter(([name]) => !(PARTS as readonly string[]).includes(name)));

/** Answers `{uuid, version, old, new, parts}`: `parts` names the parts that differ. */
export function reportDetail(before: Report | null, after: Report | null): object {
  const detail = reports.detail(before, after) as { readonly old: Fields; readonly new: Fields };
  const changed = detail.new ?? detail.old ?? {};
  const hasOtherLogo = before?.logo?.toString('hex') !== after?.logo?.toString('hex');
  const parts = PARTS.filter((part) => part in changed || (part === 'layout' && hasOtherLogo));
  return { ...detail, old: without(detail.old), new: without(detail.new), parts };
}
