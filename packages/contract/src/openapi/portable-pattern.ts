// Writes patterns so that tools in every language read them: classes of characters by their ranges instead of by their names.

/**
 * Holds Unicode's classes as far as escapes of four digits reach, which ECMAScript, Python, Java, Go and Rust read alike. A document
 * admits what the server does, but for letters beyond them, and a little more, which the server refuses: invisible characters beyond
 * them, and what lies between the letters of scripts. Halves of surrogate pairs are no text in most languages.
 */
const CLASSES: Readonly<Record<string, string>> = {
  // These are shut out by patterns, and therefore exact.
  Cc: '\\x00-\\x1f\\x7f-\\x9f',
  Cf:
    '\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180e\\u200b-\\u200f\\u202a-\\u202e' +
    '\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb',
  Cs: '',
  Z: '\\x20\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000',
  // These are let in by patterns, and have hundreds of gaps.
  L: 'A-Za-z\\u00aa\\u00b5\\u00ba\\u00c0-\\u1fff\\u2071-\\u2e2f\\u3005-\\ud7ff\\uf900-\\ufdfb\\ufe70-\\ufefc\\uff21-\\uffdc',
  M: '\\u0300-\\u1dff\\u20d0-\\u20f0\\u2cef-\\u2dff\\u302a-\\u309a\\ua66f-\\uabed\\ufb1e\\ufe00-\\ufe2f',
  Nd: '0-9\\u0660-\\u1c59\\ua620-\\uabf9\\uff10-\\uff19',
};
const NAMED_CLASS = /\\p\{(\w+)\}/g;

/** Writes a pattern with ranges. Names stand in brackets alone; one that is not listed is a mistake of the contract. */
export function portablePattern(pattern: string): string {
  return pattern.replace(NAMED_CLASS, (_, name: string) => {
    const ranges = CLASSES[name];
    if (ranges === undefined) throw new Error(`the class ${name} of a pattern is not written out for documents`);
    return ranges;
  });
}
