// Of several findings that say the same of one element only the most specific stays.
import type { BpmnElement } from './facts/types/document.ts';
import type { Finding } from './rule/finding.ts';
import type { RuleId } from './texts/rule-catalogue.ts';

/** Ranks of the families of the general kind; the element's own family goes before them. */
const FAMILY_RANKS: Readonly<Record<string, number>> = {
  PRC: 1,
  SEQ: 1,
  COL: 1,
  LAN: 1,
  ART: 1,
  DIA: 1,
  EXE: 2,
  REF: 3,
  DOC: 4,
  W: 5,
};

/** Rules that rank below all of their family: every other rule of gateways says more. */
const WIDE_RULES: ReadonlySet<RuleId> = new Set(['GWY-01']);
/** The rule that ranks below all others: it says what the engine lacks, they say what is wrong with the model. */
const WIDEST_RULE: RuleId = 'EXE-00';

function rank(ruleId: RuleId): number {
  if (ruleId === WIDEST_RULE) return Number.POSITIVE_INFINITY;
  const family = ruleId.slice(0, ruleId.indexOf('-'));
  return (FAMILY_RANKS[family] ?? 0) + (WIDE_RULES.has(ruleId) ? 0.5 : 0);
}

/**
 * Findings without a matter (`about` null) always stay; so do those that are equally specific. What does not `apply`, a rule
 * for executable processes in another one, takes nobody's place: it is a warning at most.
 */
export function keepMostSpecific(
  findings: readonly Finding[],
  applies: (finding: Finding) => boolean = () => true,
): readonly Finding[] {
  const best = new Map<BpmnElement, Map<string, number>>();
  for (const each of findings) {
    const { element, about, ruleId } = each;
    if (element === null || about === null || !applies(each)) continue;
    const ranks = best.get(element) ?? new Map<string, number>();
    best.set(element, ranks);
    ranks.set(about, Math.min(rank(ruleId), ranks.get(about) ?? Number.POSITIVE_INFINITY));
  }
  return findings.filter(({ element, about, ruleId }) => {
    if (element === null || about === null) return true;
    return rank(ruleId) <= (best.get(element)?.get(about) ?? Number.POSITIVE_INFINITY);
  });
}
