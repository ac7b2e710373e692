// Sets the clock of a process wrong by WRONG_CLOCK_MS, as `--import` of a program that knows nothing of it.
const Right = Date;
const offsetMs = Number(process.env.WRONG_CLOCK_MS);

class Wrong extends Right {
  static override now(): number {
    return Right.now() + offsetMs;
  }

  constructor(...given: readonly unknown[]) {
    super(...((given.length === 0 ? [Wrong.now()] : given) as [number]));
  }
}

globalThis.Date = Wrong as DateConstructor;
