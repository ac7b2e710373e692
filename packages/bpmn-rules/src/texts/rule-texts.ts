// The shape of a rule's entry: its marks and its texts in both languages.

/** X only in executable processes, L warning when lenient, S error only when strict. */
export type RuleMarks = '' | 'X' | 'L' | 'S' | 'XL' | 'XS';

/** One rule's marks and texts. */
export interface RuleText {
  readonly marks: RuleMarks;
  /** `{name}` is filled from the finding's values. */
  readonly en: string;
  readonly tr: string;
  readonly help: string;
}

/** By rule id. */
export type RuleTexts = Readonly<Record<string, RuleText>>;
