// Why a text is no date, duration or cycle.

/** Thrown by the readers of this folder; the calendar turns it into the problem that it answers. */
export class TimerProblem extends Error {}

/** Bound of the characters of a timer's text: the longest cron or interval that means something has some hundreds. */
export const TIMER_TEXT_MAX = 1_000;

const SHOWN_MAX = 80;

/** Makes a text fit for a message: it is shortened where somebody sent a book. */
export function shown(text: string): string {
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}...` : text;
}

export function refuse(problem: string): never {
  throw new TimerProblem(problem);
}
