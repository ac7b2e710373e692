// Decides where a token may travel: in a cookie only where browsers keep it and no foreign page could have asked for
// it.
import type { Context } from '../../../kernel/request/context.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { carriesCookies } from '../ground/cookies.ts';

/**
 * Refuses a cookie where browsers would drop it, or where a foreign page could sign its visitor in as somebody else.
 */
export function checkDelivery(tokenDelivery: 'BODY' | 'COOKIE', context: Context): void {
  if (tokenDelivery !== 'COOKIE') return;
  if (!carriesCookies(context)) {
    const message = 'Cookies need HTTPS beyond this machine; use HTTPS or the delivery BODY.';
    invalid({ field: 'tokenDelivery', code: 'COOKIE_REQUIRES_HTTPS', message });
  }
  if (!context.originProven) fail('CSRF_CHECK_FAILED');
}
