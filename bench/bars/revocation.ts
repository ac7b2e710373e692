// Times how long a second process goes on answering as before after the first one has answered a change.
import { openConnection, type RawAnswer, type RawConnection } from './raw-connection.ts';

export interface Change {
  /** Makes the change; resolves with its answer. */
  readonly apply: () => Promise<unknown>;
  /** The second process is asked this again and again. */
  readonly request: string;
  /** Says whether an answer of the second process shows the change. */
  readonly shows: (answer: RawAnswer) => boolean;
}

/** A change that is not seen by then is never seen. */
const GIVE_UP_MS = 15_000;

export interface Watcher {
  /** Answers the milliseconds from the answer of the change to the first answer that shows it; 0 when it came earlier. */
  time(change: Change): Promise<number>;
  close(): void;
}

/** Asks the process behind the origin over one connection. */
export async function createWatcher(origin: string): Promise<Watcher> {
  const connection: RawConnection = await openConnection(origin);
  return {
    close: () => connection.close(),
    async time({ apply, request, shows }) {
      // The second process must know what it will have to forget.
      const before = await connection.send(request);
      if (shows(before)) throw new Error(`the change shows before it is made: ${before.body}`);
      let answeredMs: number | null = null;
      const applying = apply().then(() => {
        answeredMs = performance.now();
      });
      const endMs = performance.now() + GIVE_UP_MS;
      let seenMs: number | null = null;
      while (seenMs === null) {
        if (performance.now() > endMs) throw new Error('the second process never showed the change');
        const answer = await connection.send(request);
        if (shows(answer)) seenMs = performance.now();
      }
      await applying;
      return Math.max(0, seenMs - (answeredMs ?? Number.POSITIVE_INFINITY));
    },
  };
}
