// Cuts names that a caller gave before they come back to him in an error.

/**
 * Characters that are repeated: enough to recognise the name; a longer one would make the answer as large as the
 * request.
 */
const ECHO_LENGTH_MAX = 64;
/** Bounds a path through many names. */
const PATH_LENGTH_MAX = 200;

function cut(text: string, length: number): string {
  // Half of a surrogate pair is no text.
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}...`;
}

/** Shortens one name or value. */
export function echo(text: string): string {
  return cut(text, ECHO_LENGTH_MAX);
}

/** Shortens each of the names of a dotted path. */
export function echoPath(path: string): string {
  return path.length <= ECHO_LENGTH_MAX ? path : cut(path.split('.').map(echo).join('.'), PATH_LENGTH_MAX);
}
