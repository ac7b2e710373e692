// Distinguishes styles that only draw from those that load something, lead elsewhere or run.

/** A reference to another part of the same file. */
export const FRAGMENT = /^#[^\s"'()\\<>]+$/;

const INNER_REFERENCE = /url\(\s*(["']?)#[^\s"'()\\<>]+\1\s*\)/gi;
const REFERENCE = /url\s*\(/gi;

/**
 * Parts of a style that load something: escapes hide words from whoever looks for them; the functions load what they name, without the
 * word `url`.
 */
const LOADING =
  /[\\<]|@(?!media\b|page\b)|(?:image|image-set|cross-fade|src|element|paint|expression)\s*\(|(?:java|vb)script:|behaviou?r\s*:|-moz-binding/i;

/** Whether a style, or the value of an attribute that may hold one, only draws. */
export function isDrawingStyle(text: string): boolean {
  const bare = withoutComments(text);
  if (LOADING.test(bare)) return false;
  return (bare.match(REFERENCE)?.length ?? 0) === (bare.match(INNER_REFERENCE)?.length ?? 0);
}

/** Takes comments out of a style; each leaves a blank, as it stands between two words. One without an end goes to the end. */
export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
}
