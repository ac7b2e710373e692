// Checks of a login request what the schema cannot say: bytes of the password, the locale, the size of the attributes.
import type { SvcAuthAuthenticationRequestModel } from '@keelson/contract';
import { canonicalLocaleTag } from '../../../../kernel/locale/locale-object.ts';
import { type ArgumentProblem, invalid } from '../../../../kernel/request/errors.ts';
import { isHashable, PASSWORD_BYTES_MAX } from '../../secrets/password/password-policy.ts';

/** Bounds what clients may hang on a session; it travels with every answer of GET /session. */
const ATTRIBUTES_BYTES_MAX = 4_096;

/**
 * Fails with all problems at once, before anything is looked up; answers the canonical locale, or null when none was
 * given.
 */
export function checkLoginShape(request: SvcAuthAuthenticationRequestModel): string | null {
  const problems: ArgumentProblem[] = [];
  if (!isHashable(request.password)) {
    problems.push({ field: 'password', code: 'TOO_LONG', message: `At most ${PASSWORD_BYTES_MAX} bytes of UTF-8.` });
  }
  const asked = request.locale ?? null;
  const localeTag = asked === null ? null : canonicalLocaleTag(asked);
  if (asked !== null && localeTag === null) {
    problems.push({ field: 'locale', code: 'FORMAT', message: 'A BCP 47 tag of a known language.' });
  }
  if (Buffer.byteLength(JSON.stringify(request.attributeMap ?? {})) > ATTRIBUTES_BYTES_MAX) {
    problems.push({
      field: 'attributeMap',
      code: 'TOO_LONG',
      message: `At most ${ATTRIBUTES_BYTES_MAX} bytes of JSON.`,
    });
  }
  if (problems.length > 0) invalid(...problems);
  return localeTag;
}
