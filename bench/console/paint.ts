// Measures what somebody with a slow device waits for: the largest paint of sign-in and home, cold, how long each is held, and what moves.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { median } from '../bars/statistics.ts';
import { atRest, type ConsoleBench, openConsole, openContext, openPage, slowDown } from './browser.ts';

/** A task blocks for what it takes beyond this. */
const TASK_MS = 50;

const PAGES = [
  { what: 'sign-in', path: '/sign-in', signedIn: false, paintMs: 2_000 },
  { what: 'home with a live session', path: '/platform', signedIn: true, paintMs: 3_000 },
] as const;

interface Seen {
  readonly paintMs: number;
  readonly shift: number;
  readonly tasksMs: readonly number[];
}

async function look(bench: ConsoleBench, of: (typeof PAGES)[number], slow: boolean): Promise<Seen> {
  const context = await openContext(bench, of.signedIn ? bench.token : undefined);
  const opened = await openPage(context);
  if (slow) await slowDown(opened);
  await opened.page.goto(bench.origin + of.path);
  await atRest(opened.page);
  const seen = await opened.page.evaluate<Seen>('bench.seen');
  await context.close();
  return seen;
}

const blockedMs = ({ tasksMs }: Seen): number => tasksMs.reduce((sum, ms) => sum + Math.max(0, ms - TASK_MS), 0);

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const bench = await openConsole(run);
  const figures: Figure[] = [];
  for (const of of PAGES) {
    const [slow, quick]: [Seen[], Seen[]] = [[], []];
    // The first look has the server read its files.
    await look(bench, of, false);
    for (let round = 1; round <= run.rounds; round += 1) {
      quick.push(await look(bench, of, false));
      slow.push(await look(bench, of, true));
      const { paintMs, shift } = slow.at(-1)!;
      run.print(
        `round ${round}: ${of.what}: ${numberText(paintMs)} ms, blocked ${numberText(blockedMs(slow.at(-1)!))} ms, moved ${shift.toFixed(3)}`,
      );
    }
    const middle = (seen: readonly Seen[], read: (one: Seen) => number): number => median(seen.map(read));
    const besides = (read: (one: Seen) => number): string => `not slowed ${numberText(middle(quick, read))}`;
    const bar = 'console cold';
    figures.push(
      {
        bar,
        what: `largest paint of ${of.what}`,
        unit: 'ms',
        atMost: of.paintMs,
        value: middle(slow, ({ paintMs }) => paintMs),
        reference: besides(({ paintMs }) => paintMs),
      },
      {
        bar,
        what: `blocking time of ${of.what}`,
        unit: 'ms',
        atMost: 250,
        value: middle(slow, blockedMs),
        reference: besides(blockedMs),
      },
      {
        bar,
        what: `layout shift of ${of.what}`,
        unit: 'of the view',
        atMost: 0.02,
        value: middle(slow, ({ shift }) => shift),
        reference: besides(({ shift }) => shift),
      },
    );
  }
  return figures;
}

await runBar({ rounds: 5, seconds: 1 }, measure);
