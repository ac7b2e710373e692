// Proves what a declaration of events refuses.
import { expect, it } from 'vitest';
import { defineEvents } from './event-definition.ts';

it('a name is declared once, whatever the types', () => {
  const description = { en: 'It happened.', tr: 'Oldu.' };
  const declared = {
    one: { name: 'thing.happened', type: 'AUDIT', description },
    other: { name: 'thing.happened', type: 'SECURITY', description },
  } as const;
  expect(() => defineEvents(declared)).toThrow('the event thing.happened is declared twice');
  expect(defineEvents({ one: declared.one }).one).toMatchObject({ name: 'thing.happened', level: 'INFO' });
});
