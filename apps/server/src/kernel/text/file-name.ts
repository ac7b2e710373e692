// Checks whether the name and the media type of a file are what they look like.

/** Marks that turn the direction of what follows, so that `gpj.exe` reads as `exe.jpg`; line ends; half characters. */
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Part of a name that mail readers decode (RFC 2047), whatever was meant. */
const ENCODED_WORD = /=\?[^?]*\?[bq]\?/i;
/** A media type (RFC 6838 4.2); of its parameters a charset alone says something about a file. */
export const MEDIA_TYPE =
  /^([a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126})(;\s*charset="?[a-z0-9._:-]{1,40}"?)?$/i;

/** Message for a refused name. */
export const PLAIN_NAME = 'Must be a plain name: no path, control character or encoded word.';

/** Says whether it is a name without path that shows what it is. */
export function isPlainFileName(name: string): boolean {
  const isPlain = !MISLEADING.test(name) && !/[/\\]/.test(name) && !ENCODED_WORD.test(name);
  return isPlain && !/^[\s.]*$/.test(name);
}
