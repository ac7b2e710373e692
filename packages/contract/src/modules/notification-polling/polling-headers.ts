// Declares the headers of what a person polls.

/** The header of counts and pages that says what a read-all after it covers. */
export const asOfHeader = { 'x-svc-as-of': 'Token of what this answer covers, for read-all.' } as const;

/** The headers of counts. They stand behind `ETag`: two people never share an answer. */
export const countHeaders = {
  etag: 'Changes with what the number counts, also where it stays equal.',
  'cache-control': 'private, no-cache',
  vary: 'Authorization, Cookie, X-API-Key',
  'x-svc-poll-interval': 'Seconds until a client asks again, to which it adds up to 20 % at random.',
  'x-svc-count-capped': '`true` where there are more than 1,000, which is then the number; else `false`.',
  ...asOfHeader,
} as const;
