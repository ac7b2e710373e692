// Watches whether the database answers at all, and ends the waiting of everybody as soon as it does not.
import { ServiceError } from '../../request/errors.ts';
import { troubleCode, troubleSentence } from './trouble-text.ts';

/** Asks the database for any answer, on a connection that nobody else uses. */
export interface PulseProbe {
  /** Rejects when the database refuses. */
  ask(): Promise<unknown>;
  /** Gives up the question under way; the next one takes another connection. */
  giveUp(): void;
}

export interface Pulse {
  /** Throws 503 while the database is known not to answer, so that no caller waits for it. */
  requireAnswers(): void;
  silent(): boolean;
  /** Calls `giveUp` should the database fall silent before the answered function is called; it must not throw. */
  watch(giveUp: () => void): () => void;
  /** Reports that the database has answered on any connection, be it with an error. */
  heard(): void;
  /** Says why the database is of no use at the moment; null while it answers. */
  trouble(): string | null;
  /** Begins to ask, again and again, until the answered function is called; `onChange` hears of each new trouble and of its end. */
  start(probe: PulseProbe, onChange?: (trouble: string | null) => void): () => void;
}

/** The database is asked this often while it answers. */
const INTERVAL_MS = 1_000;
/** Limit for an answer; it takes a millisecond, and a hundred times that on a busy machine. */
const ANSWER_MS_MAX = 2_000;
/** Limit for an answer while the database is silent: one that goes on answers at once whatever was asked meanwhile. */
const SILENT_ANSWER_MS_MAX = 5_000;

const REASON = 'the database does not answer';

/** The error of callers whose statement is not answered, and of later callers until the database answers again. */
export function silence(): ServiceError {
  const unavailable = new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  unavailable.cause = new Error(REASON);
  return unavailable;
}

/** Why the database refused the question: the refusal is an answer, and its message says why. */
function refusalOf(error: unknown): string {
  const code = troubleCode(error);
  return troubleSentence(error) ?? (code === null ? REASON : `the database refuses (${code})`);
}

export function createPulse(): Pulse {
  const watchers = new Set<() => void>();
  let silent = false;
  let refusal: string | null = null;
  let heardAt = Number.NEGATIVE_INFINITY;
  const trouble = (): string | null => refusal ?? (silent ? REASON : null);
  const changes = createChangeListener(trouble);

  const fallSilent = (): void => {
    silent = true;
    refusal = null;
    const waiting = [...watchers];
    watchers.clear();
    for (const giveUp of waiting) giveUp();
    changes.announce();
  };

  /** Asks once and waits within the limits; answers whether an answer came at all, good or bad. */
  const beat = async ({ ask, giveUp }: PulseProbe): Promise<boolean> => {
    let answered = false;
    const answer = ask().then(
      () => {
        answered = true;
        refusal = null;
      },
      (error: unknown) => {
        answered = true;
        refusal = refusalOf(error);
      },
    );
    for (;;) {
      const askedAt = performance.now();
      await within(silent ? SILENT_ANSWER_MS_MAX : ANSWER_MS_MAX, answer);
      if (answered) return true;
      // The database has answered another connection meanwhile: only this connection is slow or dead.
      if (heardAt < askedAt) break;
    }
    if (!silent) fallSilent();
    giveUp();
    return false;
  };

  return {
    requireAnswers() {
      if (silent) throw silence();
    },
    silent: () => silent,
    watch(giveUp) {
      watchers.add(giveUp);
      return () => void watchers.delete(giveUp);
    },
    heard() {
      heardAt = performance.now();
    },
    trouble,
    start(probe, onChange = () => {}) {
      changes.listen(onChange);
      const answered = (): void => {
        silent = false;
        changes.announce();
      };
      return repeat(() => beat(probe), answered);
    },
  };
}

/** Calls one listener with each value that differs from the last one; the first value is compared with null. */
function createChangeListener(read: () => string | null) {
  let announced: string | null = null;
  let changed: (value: string | null) => void = () => {};
  return {
    listen(listener: (value: string | null) => void): void {
      changed = listener;
    },
    announce(): void {
      if (read() === announced) return;
      announced = read();
      changed(announced);
    },
  };
}

/** Beats at once while nobody answers, and at its interval afterwards, until the answered function is called. */
function repeat(beat: () => Promise<boolean>, answered: () => void): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const run = async (): Promise<void> => {
    while (!stopped && !(await beat()));
    if (stopped) return;
    answered();
    timer = setTimeout(() => void run(), INTERVAL_MS);
  };
  void run();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Resolves when the promise does, or when the time is over; after a pause of the whole process what lies there is read first. */
async function within(timeoutMs: number, promise: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(() => setImmediate(() => setImmediate(resolve)), timeoutMs);
  });
  await Promise.race([promise, timeout]);
  clearTimeout(timer);
}
