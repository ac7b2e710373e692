// Recognises names that mix scripts, in which a letter of one is taken for one of another: Unicode UTS 39, moderately
// restrictive.

/**
 * Scripts whose characters every script uses: digits, punctuation, marks. A character that some scripts share counts
 * for each of them.
 */
const SHARED = ['Common', 'Inherited'];
/** Scripts that look like Latin letters and must therefore stand alone. */
const LOOK_LIKE_LATIN = ['Cyrillic', 'Greek'];
/** Sets of scripts that one language writes together, and with Latin. */
const WRITTEN_TOGETHER = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Bopomofo'],
  ['Han', 'Hangul'],
];
/** The other scripts that UAX 31 recommends for names. */
const BESIDE_LATIN = (
  'Arabic Armenian Bengali Devanagari Ethiopic Georgian Gujarati Gurmukhi Hebrew Kannada Khmer Lao Malayalam Myanmar Oriya ' +
  'Sinhala Tamil Telugu Thaana Thai Tibetan'
).split(' ');

const setOf = (scripts: Iterable<string>): string =>
  Array.from(scripts, (script) => `\\p{Script_Extensions=${script}}`).join('');
const only = (scripts: readonly string[]): string => `[${setOf([...SHARED, ...scripts])}]*`;

const RECOMMENDED = new Set(['Latin', ...LOOK_LIKE_LATIN, ...WRITTEN_TOGETHER.flat(), ...BESIDE_LATIN]);
const UNMIXED = new RegExp(
  `^(?:${[
    ...LOOK_LIKE_LATIN.map((script) => only([script])),
    ...[...WRITTEN_TOGETHER, ...BESIDE_LATIN.map((script) => [script])].map((scripts) => only(['Latin', ...scripts])),
    // Rare and historic scripts are not distinguished, and stand beside no other.
    `[^${setOf(RECOMMENDED)}]*`,
  ].join('|')})$`,
  'u',
);

/**
 * Says whether a name mixes scripts. A name of one script does not, and neither does Latin with the scripts that one
 * language writes beside it, but for Cyrillic and Greek.
 */
export function mixesScripts(name: string): boolean {
  return !UNMIXED.test(name.normalize('NFKC'));
}
