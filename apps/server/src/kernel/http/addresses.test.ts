// Proves that no two operations of the suite meet at an address, and how the methods of an address are found.
import { modules } from '@keelson/contract';
import { expect, it } from 'vitest';
import { collectAddresses, createMethodFinder } from './addresses.ts';

it('no two operations of the suite collide at any of their addresses', () => {
  const addresses = collectAddresses(modules, {});
  const shapes = addresses.map(({ operation, path }) => `${operation.method} ${path.replace(/\{[^}]+\}/g, '{}')}`);
  expect(new Set(shapes).size).toBe(shapes.length);
  expect(addresses.length).toBeGreaterThan(modules.flatMap((module) => Object.keys(module.operations)).length);
});

it('a configured prefix that is there already changes nothing, one that meets another module is refused by name', () => {
  const before = collectAddresses(modules, {}).length;
  expect(collectAddresses(modules, { session: ['/session-server'] })).toHaveLength(before);
  const [first] = modules.flatMap((module) => module.prefixes.map((prefix) => ({ module, prefix })));
  const clash = { name: 'other', title: '', prefixes: [], authorities: [], operations: first!.module.operations };
  expect(() => collectAddresses([...modules, clash], {})).toThrow(/belongs to .* and to other/);
});

it('methods are gathered over all patterns of the same length, and an empty segment is no parameter', () => {
  const find = createMethodFinder([
    { method: 'GET', path: '/a/{id}' },
    { method: 'POST', path: '/a/b' },
    { method: 'PUT', path: '/a/b/c' },
  ]);
  expect([find('/a/b'), find('/a/x'), find('/a/'), find('/a'), find('/a/b/c')]).toEqual([
    ['GET', 'POST'],
    ['GET'],
    [],
    [],
    ['PUT'],
  ]);
});
