// Masks messages in a process of its own: `node mask-texts.fixture.ts '[[["bearer ", 1], ["a", 1000]]]'` prints a JSON list of what is left.
import type { SvcEventLogModel } from '@keelson/contract';
import { maskEvent } from './mask-event.ts';

/** Each message is a list of texts, each so many times. */
const messages = JSON.parse(process.argv[2]!) as readonly (readonly (readonly [text: string, times: number])[])[];
const masked = messages.map((parts) => {
  const message = parts.map(([text, times]) => text.repeat(times)).join('');
  return maskEvent({ message } as SvcEventLogModel, []).body.message;
});
process.stdout.write(JSON.stringify(masked));
