// Masks texts in a process of its own: `node mask-texts.fixture.ts '[[["bearer ", 1], ["a", 1000]]]'` prints a JSON list of what is left.
import { createMask } from './mask.ts';

/** Each text is a list of parts, each so many times. */
const texts = JSON.parse(process.argv[2]!) as readonly (readonly (readonly [part: string, times: number])[])[];
const { mask } = createMask();
const masked = texts.map((parts) => mask(parts.map(([part, times]) => part.repeat(times)).join('')).value);
process.stdout.write(JSON.stringify(masked));
