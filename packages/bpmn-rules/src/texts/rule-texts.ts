// A rule's entry has marks and texts in both languages.

/** X speaks only of executable processes, L is a warning when lenient, S an error only when strict (of W-..: told only then). */
export type RuleMarks = '' | 'X' | 'L' | 'S' | 'XL' | 'XS';

/** A rule has marks, and texts in both languages. */
export interface RuleText {
  readonly marks: RuleMarks;
  /** `{name}` is filled from the finding's values. */
  readonly en: string;
  readonly tr: string;
  /** Says what to do about it. */
  readonly help: string;
  readonly helpTr: string;
}

/** Keys are rule ids. */
export type RuleTexts = Readonly<Record<string, RuleText>>;
