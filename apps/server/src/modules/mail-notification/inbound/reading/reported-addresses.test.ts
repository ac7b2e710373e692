// Tests which addresses a field of a report names, in every form that mail servers write them down in.
import { expect, it } from 'vitest';
import { isHardBounce } from '../../record/hard-bounce.ts';
import { addressesIn } from './reported-addresses.ts';

it.each([
  ['rfc822; ada@mail.example', ['ada@mail.example']],
  ['rfc822;<ada@MAIL.example> (Ada)', ['ada@mail.example']],
  ['utf-8; g\\x{FC}nther@mail.example', ['günther@mail.example']],
  ['utf-8; \\x{15F}\\x{0131}k@b\\x{fc}cher.example', ['şık@xn--bcher-kva.example']],
  ['UTF-8;g\u00fcnther@b\u00fccher.example', ['günther@xn--bcher-kva.example']],
  ['utf-8; \\x{1F600}x@mail.example', []],
  ['rfc822; ada+2Bnews@mail.example', ['ada+2Bnews@mail.example', 'ada+news@mail.example']],
  ['rfc822; g+C3+BCnther@mail.example', ['g+C3+BCnther@mail.example', 'günther@mail.example']],
  ['rfc822; ada+news@mail.example', ['ada+news@mail.example']],
  // What would become another address, or several, is none.
  ['utf-8; a\\x{40}evil.example\\x{2C}b@mail.example', []],
  ['utf-8; a\\x{D800}b@mail.example, a\\x{110000}@mail.example, a\\x{}@mail.example', []],
  ['utf-8; a\\x{5C}x{FC}@mail.example', []],
  ['rfc822; a+40evil.example+2C@mail.example', ['a+40evil.example+2C@mail.example']],
  [undefined, []],
] as const)('mail-notification 30: %s names %j', (field, addresses) => {
  expect(addressesIn(field)).toEqual(addresses);
});

it('mail-notification 30: only what says that the address of the recipient takes nothing counts against it', () => {
  const codes = ['5.1.1', '5.1.2', '5.1.3', '5.1.4', '5.1.6', '5.1.10', '5.2.1'];
  const others = ['5.1.0', '5.1.5', '5.1.7', '5.1.8', '5.1.9', '5.2.0', '5.2.2', '5.7.1', '4.1.1', null];
  expect([...codes, ...others].filter(isHardBounce)).toEqual(codes);
});
