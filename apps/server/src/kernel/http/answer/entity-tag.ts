// Compares the tag of an answer with those that a client says it has.

/** RFC 9110 13.1.2: compared weakly, since a proxy that compresses turns "x" into W/"x"; lists and * count. */
export function isKnownTag(ifNoneMatch: string | null | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === null || ifNoneMatch === undefined || etag === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const plain = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === plain);
}
