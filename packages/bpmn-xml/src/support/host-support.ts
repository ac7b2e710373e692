// Which names of the coverage table need a feature of the host.
import { HOST_FEATURES, type HostFeatureName } from '@keelson/bpmn-rules';

export interface NeededFeature {
  readonly name: HostFeatureName;
  /** Whether every use of the name needs it; false where only some do. */
  readonly always: boolean;
}

/**
 * Lists the features that an entry needs; `element` is the table's, where `attribute` stands for those that the extensions give to
 * elements of the standard.
 */
export function featuresOf(entry: {
  readonly element: string;
  readonly attribute: string | null;
}): readonly NeededFeature[] {
  if (entry.attribute !== null && entry.element !== 'attribute') return [];
  const wanted = entry.attribute === null ? entry.element.replace(/^.*\//, '') : `@${entry.attribute}`;
  return FEATURES.flatMap(({ name, always, some }) => {
    if (always.has(wanted)) return { name, always: true };
    return some.has(wanted) ? { name, always: false } : [];
  });
}

const FEATURES = Object.entries(HOST_FEATURES).map(([name, { names }]) => {
  const [always = '', some = ''] = names.split('?');
  return { name: name as HostFeatureName, always: wordsOf(always), some: wordsOf(some) };
});

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}
