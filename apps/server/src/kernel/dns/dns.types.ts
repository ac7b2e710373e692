// Says what asking the name service takes, and what it answers.

export interface Dns {
  /** Never rejects: what goes wrong is a value. It is there within the time, or within 3 s where none is named. */
  findTexts(name: string, bounds?: { readonly withinMs?: number }): Promise<TextAnswer>;
}

/** Each text is one TXT record, its strings joined. There is `none` where the name does not exist or has no such record. */
export type TextAnswer =
  | { readonly outcome: 'found'; readonly texts: readonly string[] }
  | { readonly outcome: 'none' }
  | { readonly outcome: 'failed'; readonly reason: DnsFailure };

/** None of them says anything about the name. */
export type DnsFailure = 'TIMEOUT' | 'SERVER_FAILED' | 'ANSWER_TOO_LARGE';
