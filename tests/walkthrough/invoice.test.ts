// Runs the page of the example of invoices line by line, and holds what comes back against what stands below each block.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPdf, readXlsx } from '../../apps/server/src/modules/report/render/read-back.fixture.ts';
import { requireProgram } from '../support/programs.ts';
import { freePort, makeWalkPlace, root, runCommands, type WalkPlace } from './walk.ts';

/** A start, twenty hashes of passwords and three moves of the clock take half a minute, and several times as long on a busy machine. */
const WALK_MS = 180_000;
const END_OF_BLOCK = '\u001e';

interface Block {
  readonly commands: string;
  /** Is what stands below the commands; null where nothing does, and nothing comes back. */
  readonly shown: string | null;
}

function readBlocks(): readonly Block[] {
  const page = readFileSync(join(root, 'examples/invoice/README.md'), 'utf8');
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms)];
  return blocks.map(([, commands = '', shown = null]) => ({ commands, shown }));
}

/** `…` stands for what differs each time. */
function patternOf(shown: string): RegExp {
  const exactly = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${shown.split('…').map(exactly).join('.+')}$`);
}

const blocks = readBlocks();
const titled = blocks.map(({ commands }, index) => [commands.split('\n', 1)[0] ?? '', index] as const);
let place: WalkPlace;
let cameBack: readonly string[];

beforeAll(async () => {
  for (const name of ['bash', 'curl']) requireProgram(name, 'The walk through the example of invoices');
  place = makeWalkPlace();
  const stop = "trap 'kill $(jobs -p) 2> /dev/null || true; wait' EXIT\n";
  const script = blocks.map(({ commands }) => `${commands}printf '${END_OF_BLOCK}'\n`).join('');
  // Whoever has followed the page to its end has nothing left in the background.
  const stopped = 'if curl -s $URL/health/live; then echo it still runs; exit 1; fi\n';
  const printed = await runCommands({
    script: `set -eo pipefail\n${stop}${script}${stopped}`,
    folder: place.folder,
    environment: {
      KEELSON_LISTEN: `127.0.0.1:${await freePort()}`,
      MAIL_PORT: String(await freePort()),
      WALK: place.data,
    },
    timeoutMs: WALK_MS,
  });
  cameBack = printed.split(END_OF_BLOCK);
}, WALK_MS);
afterAll(() => place?.remove());

it('the page has commands, and its last ones stop what its first ones started', () => {
  expect(blocks.length).toBeGreaterThan(15);
  expect(blocks.at(-1)?.commands).toContain('kill');
  expect(cameBack).toHaveLength(blocks.length + 1);
});

it.each(titled)('what stands below the commands comes back: %s', (_title, index) => {
  const { shown } = blocks[index]!;
  if (shown === null) expect(cameBack[index]).toBe('');
  else expect(cameBack[index]).toMatch(patternOf(shown));
});

it('the mailed report has the work of all three invoices, as PDF and as XLSX', async () => {
  const folder = join(place.data, 'mails/nora@example.org');
  const fileOf = (ending: string) =>
    readFileSync(join(folder, readdirSync(folder).find((name) => name.endsWith(ending))!));
  const [sheet] = await readXlsx(fileOf('.xlsx'));
  const cells = JSON.stringify(sheet?.data);
  const { pages } = await readPdf(fileOf('.pdf'));
  const words = pages.flat().join(' ');
  for (const expected of ['INV-1', 'INV-2', 'INV-3', 'Correct INV-1', 'Decide on INV-2 in place of MANAGERS', 'dora']) {
    expect(cells).toContain(expected);
    expect(words).toContain(expected);
  }
});
