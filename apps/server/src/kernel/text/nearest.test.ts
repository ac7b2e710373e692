// The nearest name is the one that was meant, and none where nothing is near.
import { expect, it } from 'vitest';
import { countSlips, nearestName } from './nearest.ts';

const known = ['username', 'userUuid', 'status', 'statusList', 'id', 'key', 'createdDate'];

it.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', 'abc', 0],
  ['abc', 'acb', 1],
  ['kitten', 'sitting', 3],
  ['ab', 'ba', 1],
  ['saturday', 'sunday', 3],
])('from "%s" to "%s" it counts %i slips, and as many back', (left, right, slips) => {
  expect([countSlips(left, right), countSlips(right, left)]).toEqual([slips, slips]);
});

it.each([
  ['usrename', 'username'],
  ['userName', 'username'],
  ['user_uuid', 'userUuid'],
  ['statu', 'status'],
  ['statusLst', 'statusList'],
  ['createDate', 'createdDate'],
  ['keys', 'key'],
])('means by %s %s', (asked, meant) => {
  expect(nearestName(asked, known)).toBe(meant);
});

it('means nothing by what is near to nothing, too short or too long', () => {
  for (const asked of ['foo', 'x', 'ie', '', '__', 'toString', 'username'.repeat(20)]) {
    expect(nearestName(asked, known), asked).toBeNull();
  }
  expect(nearestName('username', [])).toBeNull();
});
