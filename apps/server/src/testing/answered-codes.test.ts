// Tests what a run of tests remembers of its servers, and what it misses.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findUnansweredCodes, findUnwrittenKinds } from './answered-codes.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'keelson-answered-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it('a kind of event that no server has written is missed, of all modules or of those that are asked for', () => {
  writeFileSync(path.join(directory, '1.txt'), 'session.begun\nsession getByUsername: SESSION_NOT_FOUND\n');
  writeFileSync(path.join(directory, '2.txt'), 'setting.changed\n');
  const all = findUnwrittenKinds(directory);
  expect(all).toContain('session.closed');
  expect(all).toContain('incident.opened');
  expect(all).not.toContain('session.begun');
  expect(all).not.toContain('setting.changed');
  const ofSessions = findUnwrittenKinds(directory, ['session']);
  expect(ofSessions).toContain('session.closed');
  expect(ofSessions.every((kind) => kind.startsWith('session.'))).toBe(true);
  expect(findUnansweredCodes(directory, ['session']).length).toBeGreaterThan(0);
});
