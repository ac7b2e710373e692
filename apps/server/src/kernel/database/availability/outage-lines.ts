// Keeps what fails because the database is away out of the log: the outage has lines of its own.

/** An outage is known within this time of the first statement that it broke (the database is asked every second). */
const KNOWN_WITHIN_MS = 5_000;
/** Beyond so many lines that wait nobody knows yet what is wrong: they are written. */
const HELD_MAX = 1_000;

export interface OutageLines {
  /** Answers whether the line is not written now: it waits until it is known why, or says what an outage says already. */
  hold(error: unknown, write: () => void): boolean;
  /** Of an outage that has begun: what waits belongs to it. */
  begins(): void;
  /** Answers how many lines it was in place of. */
  ends(): number;
  /** Writes what waits. */
  flush(): void;
}

/** `isOfOutage` tells the errors that an outage brings; others bring them, too, and then the lines are written a little later. */
export function createOutageLines(isOfOutage: (error: unknown) => boolean): OutageLines {
  let isAway = false;
  let dropped = 0;
  const held = new Map<() => void, NodeJS.Timeout>();

  return {
    hold(error, write) {
      if (!isOfOutage(error)) return false;
      if (isAway) {
        dropped += 1;
        return true;
      }
      if (held.size >= HELD_MAX) return false;
      const late = (): void => {
        held.delete(late);
        write();
      };
      held.set(late, setTimeout(late, KNOWN_WITHIN_MS).unref());
      return true;
    },
    begins() {
      isAway = true;
      dropped += held.size;
      for (const timer of held.values()) clearTimeout(timer);
      held.clear();
    },
    ends() {
      isAway = false;
      const count = dropped;
      dropped = 0;
      return count;
    },
    flush() {
      for (const [late, timer] of held) {
        clearTimeout(timer);
        late();
      }
    },
  };
}
