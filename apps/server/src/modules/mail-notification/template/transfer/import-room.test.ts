// Tests that one import neither compiles for ever nor fills the memory.
import { expect, it } from 'vitest';
import type { CompiledContent } from '../../rendering/liquid/rendering.types.ts';
import { createImportRoom } from './import-room.ts';

const compiled = (characters: number) => ({ subject: null, html: 'x'.repeat(characters), text: '' }) as CompiledContent;

it('refuses what is left after 20 seconds', () => {
  let now = 0;
  const room = createImportRoom(() => now);
  now = 20_000;
  room.requireTime();
  now = 20_001;
  room.empty();
  expect(() => room.requireTime()).toThrow('TEMPLATE_RENDER_LIMIT_EXCEEDED');
});

it('refuses what does not fit beside the others, and takes what is smaller', () => {
  const room = createImportRoom(() => 0);
  const large = [compiled(40 * 1_048_576)];
  room.take(large);
  expect(() => room.take(large)).toThrow('TEMPLATE_RENDER_LIMIT_EXCEEDED');
  room.take([compiled(24 * 1_048_576)]);
  room.empty();
  room.take(large);
});
