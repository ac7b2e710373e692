// Provokes every refusal that an operation of the system menu declares, at that very operation.
import type { Answer } from '@keelson/client';
import { type ErrorCode, systemMenuModule } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../support/people.ts';
import { startTarget } from '../target.ts';
import { makeWorld, type World } from '../world.ts';
import { applicationCodes } from './applications.codes.ts';
import { conditionCodes } from './conditions.codes.ts';
import { itemCodes } from './items.codes.ts';
import { menuDeputy } from './menus.ts';
import { queryCodes } from './queries.codes.ts';

let world: World;
let deputy: Person;
beforeAll(async () => {
  world = await makeWorld(await startTarget());
  deputy = await menuDeputy(world);
});
afterAll(() => world?.stop());

const cases = [...applicationCodes, ...itemCodes, ...conditionCodes, ...queryCodes];

describe('the menu', () => {
  it('has a case for each code that an operation declares', () => {
    const declared = Object.entries(systemMenuModule.operations).flatMap(([key, { errors }]) =>
      errors.map((code: ErrorCode) => `${key} ${code}`),
    );
    expect([...new Set(cases.map(([key, code]) => `${key} ${code}`))].sort()).toEqual(declared.sort());
  });

  // Some limits are reached by hundreds of requests.
  it.each(cases)('%s answers %s', { timeout: 60_000 }, async (_key, code, provoke) => {
    const { ok, errorDetail }: Answer<unknown> = await provoke({ world, deputy });
    expect({ ok, code: errorDetail?.errorCode }, JSON.stringify(errorDetail)).toEqual({ ok: false, code });
  });
});
