// Says what asking the name service takes, and what it answers.

export interface Dns {
  /**
   * Finds the TXT records of a name. Never rejects: a failure is a value. Answers within the time given, 3 s by
   * default.
   */
  findTexts(name: string, bounds?: { readonly withinMs?: number }): Promise<TextAnswer>;
}

/** Each text is one TXT record, its strings joined. There is `none` where the name does not exist or has no such record. */
export type TextAnswer =
  | { readonly outcome: 'found'; readonly texts: readonly string[] }
  | { readonly outcome: 'none' }
  | { readonly outcome: 'failed'; readonly reason: DnsFailure };

/** Reasons that say nothing about the name itself. */
export type DnsFailure = 'TIMEOUT' | 'SERVER_FAILED' | 'ANSWER_TOO_LARGE';
