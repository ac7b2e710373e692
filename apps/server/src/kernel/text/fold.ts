// Folds names for comparison, so that one person is found however a browser, a locale or a keyboard writes the name.

/** Code points of a user's name at most. */
export const NAME_CODE_POINTS_MAX = 254;

// Names of API keys and the command line begin so in logs; a person must not be taken for one of them.
const RESERVED_PREFIXES = ['service:', 'cli:'];
// A name has no control, format or white space characters: two names that look alike must not be two users.
const FORBIDDEN_CHARACTER = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u;

const ASCII = /^[\x20-\x7e]*$/;

/**
 * Writes NFKC, root lower case, no dot above after `i`, dotless `ı` as `i`: `İSMAİL`, `ismail`,
 * `IŞIK` and `ışık` meet their owners under a Turkish and an English keyboard alike. Idempotent.
 */
export function foldName(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase();
  return name.normalize('NFKC').toLowerCase().replaceAll('i\u0307', 'i').replaceAll('ı', 'i').normalize('NFKC');
}

export interface NameProblem {
  /** Says what is wrong, as an argument of a validation failure does. */
  readonly code: 'REQUIRED' | 'TOO_LONG' | 'PATTERN' | 'NOT_ALLOWED';
  readonly message: string;
}

/** Says what forbids a name for a new user; null when nothing does. */
export function findNameProblem(name: string): NameProblem | null {
  if (name === '') return { code: 'REQUIRED', message: 'A name is needed.' };
  let length = 0;
  for (const _ of name) length++;
  if (length > NAME_CODE_POINTS_MAX) {
    return { code: 'TOO_LONG', message: `A name has at most ${NAME_CODE_POINTS_MAX} characters.` };
  }
  if (FORBIDDEN_CHARACTER.test(name)) {
    return { code: 'PATTERN', message: 'A name has no white space, control or invisible characters.' };
  }
  const folded = foldName(name);
  const prefix = RESERVED_PREFIXES.find((reserved) => folded.startsWith(reserved));
  if (prefix !== undefined) {
    return {
      code: 'NOT_ALLOWED',
      message: `Names beginning with "${prefix}" belong to API keys and the command line.`,
    };
  }
  return null;
}
