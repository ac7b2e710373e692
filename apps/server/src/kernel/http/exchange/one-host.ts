// Refuses a request that names two hosts: whoever stands before this program may have chosen the other one.
import { invalid } from '../../request/errors.ts';
import type { HttpRequest } from './http-message.ts';

/** Node keeps the first of two and says nothing. */
export function requireOneHost({ rawHeaders }: HttpRequest): void {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) invalid({ field: 'Host', code: 'DUPLICATE', message: 'Must be given once.' });
}
