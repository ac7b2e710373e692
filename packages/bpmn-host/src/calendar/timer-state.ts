// What a repeating timer keeps between two firings, as the text that the state of an instance carries.
import type { Duration } from './iso-duration.ts';
import type { Instant } from './zone.ts';

export type TimerState =
  | { readonly kind: 'cron'; readonly text: string; readonly end: Instant | null }
  | {
      readonly kind: 'grid';
      readonly anchor: Instant;
      readonly duration: Duration;
      /** Index of the firing that the text belongs to. */
      readonly index: number;
      readonly last: number | null;
      readonly end: Instant | null;
    };

export function timerStateText(state: TimerState): string {
  if (state.kind === 'cron') return JSON.stringify(['cron', state.text, state.end]);
  const { anchor, duration, index, last, end } = state;
  return JSON.stringify(['grid', anchor, duration.months, duration.days, duration.milliseconds, index, last, end]);
}

type Written =
  | ['cron', string, number | null]
  | ['grid', number, number, number, number, number, number | null, number | null];

/** Reads what `timerStateText` wrote; throws for everything else. */
export function readTimerState(text: string): TimerState {
  const written = JSON.parse(text) as Written;
  if (written[0] === 'cron') return { kind: 'cron', text: written[1], end: written[2] };
  if (written[0] !== 'grid') throw new Error('the state of a timer is of an unknown kind');
  const [, anchor, months, days, milliseconds, index, last, end] = written;
  return { kind: 'grid', anchor, duration: { months, days, milliseconds }, index, last, end };
}
