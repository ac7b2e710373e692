// Proves the one form in which a stale version is told.
import { expect, it } from 'vitest';
import { ServiceError } from '../request/errors.ts';
import { requireVersion, requireVersions } from './version.ts';

function conflictOf(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { code: error.code, ...error.options };
  }
  return null;
}

it('a record of the version that was given passes', () => {
  expect(conflictOf(() => requireVersion({ identifier: 'a', version: 3 }, 3))).toBeNull();
  expect(conflictOf(() => requireVersions([]))).toBeNull();
});

it('a newer record is reported with its identifier, its current version and its place', () => {
  expect(conflictOf(() => requireVersion({ identifier: 'a', version: 3 }, 2))).toEqual({
    code: 'VERSION_CONFLICT',
    parameters: { version: 3 },
    errorArguments: [{ index: 0, identifier: 'a', version: 3 }],
  });
  expect(conflictOf(() => requireVersion({ identifier: 'a', version: 3 }, 2, 7))).toMatchObject({
    errorArguments: [{ index: 7, identifier: 'a', version: 3 }],
  });
});

it('every stale record of a list is reported at once, and nothing else of the records', () => {
  const pairs = [
    { found: { identifier: 'a', version: 1 }, given: 1 },
    { found: { identifier: 'b', version: 5, secret: 'x' }, given: 4 },
    { found: { identifier: 'c', version: 2 }, given: 0 },
  ];
  expect(conflictOf(() => requireVersions(pairs))).toEqual({
    code: 'VERSION_CONFLICT',
    parameters: { version: 5 },
    errorArguments: [
      { index: 1, identifier: 'b', version: 5 },
      { index: 2, identifier: 'c', version: 2 },
    ],
  });
});
