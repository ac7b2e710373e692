// Each folder of the core is one of its floors, and small enough to be read at a glance.
import { readdirSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { coreFloors } from './boundary-cases.ts';

const root = fileURLToPath(new URL('../../packages/bpmn-core/src/', import.meta.url));
/** A person does not keep more in mind at once. */
const FILES_MAX = 12;
/** It is no floor: nothing that runs imports it. */
const BESIDE = /^testing\b/;

function filesByRoom(): Map<string, string[]> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => relative(root, `${entry.parentPath}/${entry.name}`))
    .filter((file) => !BESIDE.test(file));
  return Map.groupBy(files, (file) => dirname(file));
}

describe('a room of the core', () => {
  const rooms = filesByRoom();

  it('is one of the floors that the rules of imports know, and each floor is there', () => {
    expect([...rooms.keys()].sort()).toEqual(['.', ...coreFloors].sort());
  });

  it('holds at most twelve files beside their tests', () => {
    expect([...rooms].filter(([, files]) => files.length > FILES_MAX)).toEqual([]);
  });

  it('leaves nothing but the door and the step to the folder around the rooms', () => {
    expect(rooms.get('.')?.sort()).toEqual(['index.ts', 'step.ts']);
  });
});
