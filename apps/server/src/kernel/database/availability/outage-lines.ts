// Keeps errors that an outage of the database causes out of the log: the outage has lines of its own.

/** An outage is known within this time of the first statement that it broke (the database is asked every second). */
const KNOWN_WITHIN_MS = 5_000;
/** Lines that are held back at most; beyond it a line is written at once, although its cause is not known yet. */
const HELD_MAX = 1_000;

export interface OutageLines {
  /**
   * Answers true where the line is not written now: it is held until its cause is known, or dropped during an outage.
   */
  hold(error: unknown, write: () => void): boolean;
  /** Begins an outage: the lines that are held belong to it and are dropped. */
  begins(): void;
  /** Ends the outage; answers how many lines were dropped. */
  ends(): number;
  /** Writes the lines that are held. */
  flush(): void;
}

/**
 * `isOfOutage` recognises errors that an outage may cause; where there is no outage, their lines are written a little
 * later.
 */
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
