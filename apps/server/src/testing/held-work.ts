// Is work that goes on until a test lets it end, and writes down when it begins: so that the order in which places begin it can be read.
import type { PieceOptions, Turns } from '../kernel/worker/turns.ts';

export interface HeldWork {
  /** Names what has begun, in its order. */
  readonly begun: readonly string[];
  /** Asks for work of an owner; its name is the owner's, with a number where there is more. */
  ask(owner: string, count?: number, options?: PieceOptions): readonly Promise<string>[];
  /** Ends work that has begun, and waits until the lane knows. */
  end(name: string): Promise<void>;
  /** Ends whatever has begun and whatever begins then. */
  endAll(): Promise<void>;
}

export function holdWork(turns: Turns): HeldWork {
  const begun: string[] = [];
  const asked: Promise<string>[] = [];
  const endings = new Map<string, () => void>();
  const counts = new Map<string, number>();
  let isOver = false;
  const nameOf = (owner: string): string => {
    const count = (counts.get(owner) ?? 0) + 1;
    counts.set(owner, count);
    return `${owner} ${count}`;
  };
  const holding = (name: string) => async (): Promise<string> => {
    begun.push(name);
    const { promise, resolve } = Promise.withResolvers<void>();
    endings.set(name, resolve);
    if (!isOver) await promise;
    return name;
  };
  const end = async (name: string): Promise<void> => {
    endings.get(name)!();
    // The lane hears of it a few turns of promises later.
    await new Promise(setImmediate);
  };
  return {
    begun,
    ask: (owner, count = 1, options = {}) =>
      Array.from({ length: count }, () => {
        const run = turns.run(owner, holding(nameOf(owner)), options);
        run.catch(() => undefined);
        asked.push(run);
        return run;
      }),
    end,
    async endAll() {
      isOver = true;
      for (const finish of endings.values()) finish();
      await Promise.allSettled(asked);
    },
  };
}
