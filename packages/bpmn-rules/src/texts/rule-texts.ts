// A rule's entry has marks and texts in both languages.

/**
 * Marks: X for executable processes alone, L a warning when lenient, S an error only when strict (W-..: reported only
 * then).
 */
export type RuleMarks = '' | 'X' | 'L' | 'S' | 'XL' | 'XS';

/** The marks of a rule, and its texts in both languages. */
export interface RuleText {
  readonly marks: RuleMarks;
  /** `{name}` is filled from the finding's values. */
  readonly en: string;
  readonly tr: string;
  /** What to do about it. */
  readonly help: string;
  readonly helpTr: string;
}

/** Texts by rule id. */
export type RuleTexts = Readonly<Record<string, RuleText>>;
