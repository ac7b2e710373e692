// The bounds of one script and of the pool that runs them.

export interface ScriptLimits {
  /** Bound of the wall time of one script. */
  readonly timeMs: number;
  /**
   * Time after `timeMs` until a script loses its worker that is deaf to the interpreter's stop (a regular expression).
   */
  readonly graceMs: number;
  /** Bound of everything that one script allocates, its variables included. */
  readonly memoryBytes: number;
  readonly sourceBytes: number;
  /** Bound of the characters that one script logs; further ones are left out, which the outcome says. */
  readonly logBytes: number;
  /** Bound of the characters of the JSON of one value that a script gives or writes. */
  readonly valueBytes: number;
  /** Bound of the nesting of lists and maps in such a value. */
  readonly valueDepth: number;
  /** Number of threads; at least 2, so that one long script does not hold up all others. */
  readonly workers: number;
  /** Number of scripts that wait for a worker; one more is turned away. */
  readonly queue: number;
}

export const WORKERS_MIN = 2;

const KIB = 1024;
const MIB = 1024 * KIB;

/** The default bounds, which leave room for any honest script of a process; 4 MiB is the bound of a variable. */
export const SCRIPT_LIMITS: ScriptLimits = {
  timeMs: 15_000,
  graceMs: 1_000,
  memoryBytes: 32 * MIB,
  sourceBytes: 256 * KIB,
  logBytes: 64 * KIB,
  valueBytes: 4 * MIB,
  valueDepth: 100,
  workers: WORKERS_MIN,
  queue: 1_000,
};

/** Puts `overrides` in place of the defaults. Throws for a bound that is no positive whole number and for fewer workers than 2. */
export function scriptLimits(overrides: Partial<ScriptLimits> = {}): ScriptLimits {
  const limits = { ...SCRIPT_LIMITS, ...overrides };
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isSafeInteger(value) || value < 1) throw new RangeError(`script limit ${name} cannot be ${value}`);
  }
  if (limits.workers < WORKERS_MIN) throw new RangeError(`scripts need at least ${WORKERS_MIN} workers`);
  return limits;
}
