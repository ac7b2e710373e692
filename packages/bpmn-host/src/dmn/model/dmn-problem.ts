// What a DMN file is refused for, each with its rule, element and line.
import type { XmlElement } from '@keelson/bpmn-xml';

/** The rules of DMN files beside those of XML itself (DOC-01 to DOC-16). */
export const DMN_RULES = {
  'DMN-01': 'The file is no DMN as its schema says',
  'DMN-02': 'An expression is no FEEL',
  'DMN-03': 'A reference leads nowhere',
  'DMN-04': 'Decisions or types need each other in a circle',
  'DMN-05': 'An element of DMN is not executed',
  'DMN-06': 'A decision table is not consistent in itself',
  'DMN-07': 'A limit is exceeded',
  'DMN-08': 'An id or name occurs twice',
} as const;

/** Sentences of the rules in Turkish; what a problem says beyond its rule is in English. */
export const DMN_RULES_TR: Readonly<Record<keyof typeof DMN_RULES, string>> = {
  'DMN-01': 'Dosya, şemasının söylediği gibi bir DMN değil',
  'DMN-02': 'Bir ifade FEEL değil',
  'DMN-03': 'Bir gönderme hiçbir yere varmıyor',
  'DMN-04': 'Kararlar ya da türler birbirine döngü içinde gerek duyuyor',
  'DMN-05': 'DMN’in bir öğesi yürütülmüyor',
  'DMN-06': 'Bir karar tablosu kendi içinde tutarsız',
  'DMN-07': 'Bir sınır aşıldı',
  'DMN-08': 'Bir kimlik ya da ad iki kez geçiyor',
};

export type DmnRule = keyof typeof DMN_RULES;

export interface DmnProblem {
  /** A rule of DMN, or the DOC rule of a file that is no XML. */
  readonly ruleId: DmnRule | 'DOC-01' | 'DOC-02' | 'DOC-16';
  readonly message: string;
  readonly elementId: string | null;
  readonly elementType: string | null;
  readonly elementName: string | null;
  readonly line: number;
  readonly column: number;
}

/** Problems that are kept of one file; a person works through no more. */
export const DMN_PROBLEMS_MAX = 1_000;

/** Collects what is wrong while a file is read. */
export interface DmnReport {
  readonly problems: DmnProblem[];
}

export function report(to: DmnReport, ruleId: DmnRule, element: XmlElement, message: string): void {
  if (to.problems.length >= DMN_PROBLEMS_MAX) return;
  to.problems.push({
    ruleId,
    message,
    elementId: ownAttribute(element, 'id') ?? null,
    elementType: element.local,
    elementName: ownAttribute(element, 'name') ?? null,
    line: element.line,
    column: element.column,
  });
}

/** Answers the value of an attribute without namespace. */
export function ownAttribute(element: XmlElement, name: string): string | undefined {
  return element.attributes.find(({ local, namespace }) => local === name && namespace === '')?.value;
}
