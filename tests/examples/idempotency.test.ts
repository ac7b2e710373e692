// Sends the example of every operation that heeds an Idempotency-Key again, under the same key and under another one.

import { KeelsonError } from '@keelson/client';
import { type Example, modules } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeExampleWorld } from './example-world.ts';
import type { ExampleWorld } from './given.ts';
import { givens } from './givens.ts';
import { sendExample } from './sent-example.ts';

const heeding = modules.flatMap((module) =>
  Object.entries(module.operations).flatMap(([key, operation]) =>
    operation.built && operation.idempotent === true
      ? [[`${module.name} ${key}`, { module, key, example: module.examples?.[key] as Example }] as const]
      : [],
  ),
);

let world: ExampleWorld;
beforeAll(async () => {
  world = await makeExampleWorld();
});
afterAll(() => world?.stop());

describe('an example sent again', () => {
  it.each(heeding)(
    'to %s is answered as before under its key, and never 5xx',
    async (_title, { module, key, example }) => {
      const given = await givens[module.name]![key]!(world);
      const send = async (idempotencyKey: string) => {
        const headers = { 'idempotency-key': idempotencyKey };
        try {
          const { status, answer } = await sendExample(world.url, { name: module.name, key }, example, given, headers);
          return { status, answer };
        } catch (error) {
          if (error instanceof KeelsonError) return { status: error.answer.status, answer: error.code };
          throw error;
        }
      };
      const first = await send('the-first-key');
      expect(first.status).toBe(200);
      expect(await send('the-first-key')).toEqual(first);
      // What it asks for has been done: there may be nothing to do, or it is refused.
      const other = await send('another-key');
      expect(other.status, JSON.stringify(other)).toBeLessThan(500);
      expect(await send('another-key')).toEqual(other);
    },
  );
});
