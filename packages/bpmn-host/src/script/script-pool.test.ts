// Scripts run side by side, are ended before their time or turned away, and workers break.
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { compileInterpreter, type InterpreterCode } from './quickjs-module.ts';
import { scriptLimits } from './script-limits.ts';
import { ScriptPool, type ScriptPoolOptions } from './script-pool.ts';
import { failureOf, openSandbox, resultOf, runnerOf } from './testing/sandboxes.ts';

const interpreter = compileInterpreter();

async function withPool<T>(options: Partial<ScriptPoolOptions>, use: (pool: ScriptPool) => Promise<T>): Promise<T> {
  const pool = new ScriptPool({ interpreter, limits: scriptLimits(), deterministic: false, ...options });
  try {
    return await use(pool);
  } finally {
    await pool.close();
  }
}

const request = (source: string, at = 1_000) => ({ source, variables: {}, at });
const busyFor = (ms: number) => `const begun = Date.now(); while (Date.now() < begun + ${ms}); [begun, Date.now()]`;

describe('the pool', () => {
  it('runs two scripts at the same time while the thread that asked goes on', async () => {
    await withPool({ limits: scriptLimits({ timeMs: 3_600_000 }) }, async (pool) => {
      const controller = new AbortController();
      const endless = pool.run(request('for (;;);'), controller.signal);
      // It has the first worker by then; nothing else comes to its end before it is given up.
      expect(resultOf(await pool.run(request('1')))).toBe(1);
      for (let tick = 0; tick < 10; tick += 1) await new Promise((resolve) => setTimeout(resolve, 1));
      expect(resultOf(await pool.run(request('2')))).toBe(2);
      controller.abort(new Error('it still runs'));
      await expect(endless).rejects.toThrow('it still runs');
    });
  });

  it('gives every script its turn when more come than there are workers', async () => {
    await withPool({}, async (pool) => {
      const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => pool.run(request(`${index}`))));
      expect(outcomes.map(resultOf)).toEqual(Array.from({ length: 20 }, (_, index) => index));
    });
  });

  it('turns away what its queue cannot hold, before anything is done', async () => {
    await withPool({ limits: scriptLimits({ queue: 3 }) }, async (pool) => {
      const taken = Array.from({ length: 3 }, () => pool.run(request('1')));
      await expect(pool.run(request('1'))).rejects.toMatchObject({ code: 'QUEUE_FULL' });
      expect((await Promise.all(taken)).map(resultOf)).toEqual([1, 1, 1]);
    });
  });

  it('ends what runs and what waits when it is closed, and takes nothing more', async () => {
    const pool = new ScriptPool({ interpreter, limits: scriptLimits(), deterministic: false });
    const open = Array.from({ length: 4 }, () => pool.run(request('for (;;);')));
    const ends = Promise.allSettled(open);
    await pool.close();
    for (const end of await ends) expect(end).toMatchObject({ status: 'rejected', reason: { code: 'CLOSED' } });
    await expect(pool.run(request('1'))).rejects.toMatchObject({ code: 'CLOSED' });
  });

  it.each([{ workers: 1 }, { timeMs: 0 }, { memoryBytes: 1.5 }, { queue: Number.POSITIVE_INFINITY }])(
    'is not made with %o',
    (limits) => {
      expect(() => scriptLimits(limits)).toThrow(RangeError);
    },
  );
});

describe('a script whose caller gives up', () => {
  it('is ended while it runs, and its worker is replaced', async () => {
    await withPool({}, async (pool) => {
      await pool.run(request('1'));
      const controller = new AbortController();
      const running = pool.run(request('for (;;);'), controller.signal);
      setTimeout(() => controller.abort(new Error('the timer came first')), 50);
      await expect(running).rejects.toThrow('the timer came first');
      const outcomes = await Promise.all([1, 2, 3].map((value) => pool.run(request(`${value}`))));
      expect(outcomes.map(resultOf)).toEqual([1, 2, 3]);
    });
  });

  it('never begins when it still waits', async () => {
    await withPool({}, async (pool) => {
      const controller = new AbortController();
      const waiting = pool.run(request('1'), controller.signal);
      controller.abort(new Error('cancelled'));
      await expect(waiting).rejects.toThrow('cancelled');
      await expect(pool.run(request('1'), controller.signal)).rejects.toThrow('cancelled');
      expect(resultOf(await pool.run(request('2')))).toBe(2);
    });
  });

  it('is not touched by a signal that comes after its end', async () => {
    await withPool({}, async (pool) => {
      const controller = new AbortController();
      expect(resultOf(await pool.run(request('1'), controller.signal))).toBe(1);
      controller.abort();
      expect(resultOf(await pool.run(request('2')))).toBe(2);
    });
  });
});

describe('a worker that breaks', () => {
  const workerFile = new URL('./testing/ending-worker.ts', import.meta.url);

  it.each(['exit', 'throw'])('a worker that breaks by %s fails its script and is replaced', async (how) => {
    await withPool({ workerFile }, async (pool) => {
      expect(failureOf(await pool.run(request(how)))).toMatch(/^SCRIPT_FAILED: the script was broken off: /);
      expect(resultOf(await pool.run(request('alive')))).toBe('alive');
    });
  });

  it('takes no other script with it', async () => {
    await withPool({ workerFile }, async (pool) => {
      const outcomes = await Promise.all(['a', 'exit', 'b', 'throw', 'c'].map((source) => pool.run(request(source))));
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'failed', 'done', 'failed', 'done']);
    });
  });

  it('a worker that breaks before it is ready, again and again, is told to who waits', async () => {
    await withPool({ interpreter: {} as InterpreterCode }, async (pool) => {
      const failure = failureOf(await pool.run(request('1')));
      expect(failure).toMatch(/^SCRIPT_FAILED: no worker for scripts starts: /);
    });
  });
});

describe('time and chance', () => {
  it('time and chance begin at the time of the command, and time goes on', async () => {
    await withPool({}, async (pool) => {
      const from = performance.now();
      const [begun, ended] = resultOf(await pool.run(request(busyFor(50), 86_400_000))) as [number, number];
      expect(begun - 86_400_000).toBeGreaterThanOrEqual(0);
      expect(ended - 86_400_000).toBeLessThanOrEqual(performance.now() - from + 1);
      expect(ended - begun).toBeGreaterThanOrEqual(50);
    });
  });

  it('time and chance are the same again where the sandbox is deterministic', async () => {
    const source = '[Date.now(), Date.now(), new Date().getTime(), Math.random(), Math.random()]';
    const series = () =>
      withPool({ deterministic: true }, async (pool) => [
        resultOf(await pool.run(request(source))),
        resultOf(await pool.run(request(source))),
      ]);
    const [first, again] = [await series(), await series()];
    expect(again).toEqual(first);
    expect((first[0] as number[]).slice(0, 3)).toEqual([1_000, 1_001, 1_002]);
    expect((first[1] as number[])[3]).not.toBe((first[0] as number[])[3]);
  });

  it('time and chance let a script that waits by the clock end where the clock only counts', async () => {
    await withPool({ deterministic: true }, async (pool) => {
      expect(resultOf(await pool.run(request(busyFor(5_000))))).toEqual([1_000, 6_001]);
    });
  });

  it('time and chance are in UTC wherever the process is', async () => {
    const before = process.env.TZ;
    process.env.TZ = 'Asia/Tokyo';
    try {
      await withPool({}, async (pool) => {
        const source = '[new Date(0).getHours(), new Date(0).getTimezoneOffset(), new Date(1970, 0, 1).getTime()]';
        expect(resultOf(await pool.run(request(source)))).toEqual([0, 0, 0]);
      });
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });
});

describe('the syntax check', () => {
  const sandbox = openSandbox();
  const problemIn = async (source: string) => (await sandbox).javascriptProblem(source);

  it.each([
    '1 + 1',
    'throw new Error("only when it runs")',
    'for (;;);',
    'missing.name',
    '',
    'let x; { let x }',
    'x => x?.y ?? 1',
  ])('accepts %s and does not run it', async (source) => {
    expect(await problemIn(source)).toBeNull();
  });

  it.each([
    ['var a = 1;\nlet = ;', 17],
    ['if (', 4],
    ['return 1', 0],
    ['import fs from "fs"', 0],
    ['await 1', 6],
    ['"open', 0],
    ['/(/', 0],
  ])('refuses %j with the place', async (source, offset) => {
    const problem = await problemIn(source);
    expect(problem?.problem).not.toBe('');
    expect(Math.abs((problem?.offset ?? 99) - offset)).toBeLessThanOrEqual(8);
  });

  it.each(['(', '[', '(function () {', '`${', '!', '{', 'a = ', '1 ? '])(
    'answers for ten thousand %s inside each other',
    async (piece) => {
      expect((await problemIn(piece.repeat(10_000)))?.problem).toBeTruthy();
      expect(await problemIn('1')).toBeNull();
    },
  );

  it('refuses what is longer than a script may be', async () => {
    expect(await problemIn(' '.repeat(256 * 1024 + 1))).toEqual({
      problem: 'limit script.source-bytes exceeded: 262144',
      offset: 0,
    });
  });

  it('takes what the pool runs, and the other way round', async () => {
    const run = runnerOf(sandbox);
    for (const source of ['`a${1}`', 'with ({ a: 1 }) a', 'var yield = 1', 'label: for (;;) break label']) {
      const outcome = await run(source);
      expect([source, outcome.outcome === 'failed']).toEqual([source, (await problemIn(source)) !== null]);
    }
  });
});
