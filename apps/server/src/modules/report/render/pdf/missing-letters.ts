// Names the scripts of letters that a font does not have.

const scripts = [
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Arabic',
  'Hebrew',
  'Thai',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Telugu',
  'Khmer',
  'Myanmar',
  'Ethiopic',
  'Tibetan',
  'Sinhala',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Malayalam',
  'Mongolian',
] as const;
const tests = scripts.map((script) => ({ script, test: new RegExp(`\\p{Script=${script}}`, 'u') }));

/** Answers the script of a letter, or its Unicode number where the script is not listed. */
function scriptOf(letter: string): string {
  const found = tests.find(({ test }) => test.test(letter));
  if (found !== undefined) return found.script;
  if (/\p{Extended_Pictographic}/u.test(letter)) return 'Emoji';
  return `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Scripts that a warning lists at most. */
const NAMED_MAX = 10;

export interface MissingLetters {
  add(letter: string): void;
  /** Answers the scripts, in alphabetical order. */
  names(): readonly string[];
}

export function createMissingLetters(): MissingLetters {
  const names = new Set<string>();
  return {
    add(letter) {
      if (names.size < NAMED_MAX) names.add(scriptOf(letter));
    },
    names: () => [...names].sort(),
  };
}
