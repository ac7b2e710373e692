// Reads the fields of a form that came as multipart/form-data and is small enough to be in memory (RFC 7578).
import { type ArgumentProblem, fail } from '../../request/errors.ts';
import type { Pair } from './parameters.ts';

/** Reads the fields of the form; a part that is a file is none of them. */
export async function readMultipartFields(
  bytes: Buffer,
  contentType: string,
  problems: ArgumentProblem[],
): Promise<readonly Pair[]> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => fail('MALFORMED_BODY'));
  return [...form].flatMap(([field, value]): Pair[] => {
    if (typeof value === 'string') return [[field, value]];
    problems.push({ field, code: 'TYPE', message: 'Must be text.' });
    return [];
  });
}
