// Proves what a file of people is read as.
import { expect, it } from 'vitest';
import { readPeople } from './read-people.ts';

it('console 39: a table is read by the names of its columns, with quotes, other separators and several roles', () => {
  const text =
    '\uFEFFusername;displayName;roleList;email\r\nada;"Lovelace; ""Ada""";ROLE_A|ROLE_B;\r\n\r\ngrace;Grace;;g@x.example\r\n';
  expect(readPeople(text)).toEqual([
    { username: 'ada', displayName: 'Lovelace; "Ada"', roleList: ['ROLE_A', 'ROLE_B'] },
    { username: 'grace', displayName: 'Grace', email: 'g@x.example' },
  ]);
  expect(readPeople('username,displayName\nada,Ada')).toEqual([{ username: 'ada', displayName: 'Ada' }]);
});

it('console 39: a list in JSON is taken as it is, and half of one is no list', () => {
  expect(readPeople(' [{"username":"ada","locale":"tr"}]')).toEqual([{ username: 'ada', locale: 'tr' }]);
  expect(() => readPeople('[{"username"')).toThrow(SyntaxError);
});
