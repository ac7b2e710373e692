// Keeps what somebody has typed and not sent yet: a reload, a lost session or a restarted server takes nothing of it.

const PREFIX = 'keelson.draft.';

export interface DraftPlace {
  readonly username: string;
  /** Name of the page and the record, so that two of them never meet. */
  readonly place: string;
}

function keyOf({ username, place }: DraftPlace): string {
  return `${PREFIX}${username} ${place}`;
}

export function readDraft(place: DraftPlace): Readonly<Record<string, unknown>> | null {
  const kept = sessionStorage.getItem(keyOf(place));
  return kept === null ? null : JSON.parse(kept);
}

/** Keeps values as a draft. Passwords are never kept: the form leaves them out. */
export function keepDraft(place: DraftPlace, values: Readonly<Record<string, unknown>>): void {
  sessionStorage.setItem(keyOf(place), JSON.stringify(values));
}

export function dropDraft(place: DraftPlace): void {
  sessionStorage.removeItem(keyOf(place));
}
