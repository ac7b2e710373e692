// Tests which addresses are refused, in whatever form they are written, and what an operator's list allows.
import { describe, expect, it } from 'vitest';
import { createAddressGuard, refusedRange } from './address-guard.ts';
import { ALLOW_NOTHING, findWrongEntry, parseAllowList } from './allow-list.ts';

/** Each as it may stand in a URL, beside the range that refuses it. */
const REFUSED: readonly (readonly [string, string])[] = [
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['2130706433', 'loopback'],
  ['0x7f000001', 'loopback'],
  ['0x7f.1', 'loopback'],
  ['017700000001', 'loopback'],
  ['0177.0.0.1', 'loopback'],
  ['127.1', 'loopback'],
  ['127.0.1', 'loopback'],
  ['①②⑦.0.0.1', 'loopback'],
  ['0.0.0.0', 'unspecified'],
  ['0', 'unspecified'],
  ['0.1.2.3', 'unspecified'],
  ['10.0.0.1', 'private'],
  ['10.255.255.255', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['0xc0a80101', 'private'],
  ['100.64.0.1', 'carrierGradeNat'],
  ['100.127.255.255', 'carrierGradeNat'],
  ['169.254.169.254', 'linkLocal'],
  ['2852039166', 'linkLocal'],
  ['169.254.0.1', 'linkLocal'],
  ['192.0.0.192', 'reserved'],
  ['192.0.2.1', 'reserved'],
  ['198.51.100.7', 'reserved'],
  ['203.0.113.9', 'reserved'],
  ['198.18.0.1', 'reserved'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.250', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['[::]', 'unspecified'],
  ['[::1]', 'loopback'],
  ['[0:0:0:0:0:0:0:1]', 'loopback'],
  ['[::ffff:127.0.0.1]', 'loopback'],
  ['[::ffff:7f00:1]', 'loopback'],
  ['[::ffff:169.254.169.254]', 'linkLocal'],
  ['[::ffff:10.0.0.1]', 'private'],
  ['[::127.0.0.1]', 'reserved'],
  ['[64:ff9b::7f00:1]', 'loopback'],
  ['[64:ff9b::a9fe:a9fe]', 'linkLocal'],
  ['[64:ff9b:1::808:808]', 'rfc6052'],
  ['[fe80::1]', 'linkLocal'],
  ['[fc00::1]', 'uniqueLocal'],
  ['[fd00:ec2::254]', 'uniqueLocal'],
  ['[fec0::1]', 'deprecatedSiteLocal'],
  ['[ff02::1]', 'multicast'],
  ['[2002:7f00:1::]', '6to4'],
  ['[2001:0:7f00:1::]', 'teredo'],
  ['[2001:db8::1]', 'reserved'],
  ['[100::1]', 'discard'],
];
const PUBLIC = [
  '8.8.8.8',
  '93.184.215.14',
  '172.32.0.1',
  '100.128.0.1',
  '[2606:2800:21f:cb07::1]',
  '[64:ff9b::808:808]',
];

const hostIn = (text: string): string => new URL(`http://${text}/`).hostname;
const unasked = createAddressGuard(() => Promise.reject(new Error('an address needs no resolver')));

describe('the guard of addresses', () => {
  it.each(REFUSED)('refuses %s as %s', async (text, kind) => {
    const target = await unasked.check(hostIn(text), ALLOW_NOTHING);
    expect(target).toEqual({ outcome: 'refused', kind });
  });

  it.each(PUBLIC)('lets %s pass', async (text) => {
    expect((await unasked.check(hostIn(text), ALLOW_NOTHING)).outcome).toBe('allowed');
  });

  it('connects only to those addresses of a name that are public', async () => {
    const guard = createAddressGuard(async () => [
      { address: '10.0.0.1', family: 4 },
      { address: '8.8.8.8', family: 4 },
      { address: '::1', family: 6 },
    ]);
    expect(await guard.check('mixed.example', ALLOW_NOTHING)).toEqual({
      outcome: 'allowed',
      addresses: [{ address: '8.8.8.8', family: 4 }],
    });
  });

  it('refuses what a resolver answers and is no address', () => {
    expect(refusedRange('fe80::1%eth0')).toBe('linkLocal');
    expect(refusedRange('not an address')).toBe('unreadable');
  });

  it('says of a name without an address that it is unknown', async () => {
    const guard = createAddressGuard(() => Promise.reject(new Error('ENOTFOUND')));
    expect(await guard.check('nowhere.example', ALLOW_NOTHING)).toEqual({ outcome: 'unknown' });
  });
});

describe('the list of an operator', () => {
  const inside = createAddressGuard(async () => [{ address: '10.1.2.3', family: 4 }]);

  it('allows hosts by name, in whatever case and with the dot at the end', async () => {
    const allow = parseAllowList('erp.example, Bücher.example');
    for (const host of ['erp.example', 'ERP.example', 'erp.example.', 'xn--bcher-kva.example']) {
      expect((await inside.check(host, allow)).outcome, host).toBe('allowed');
    }
    for (const host of ['example', 'x.erp.example', 'erp.example.org']) {
      expect((await inside.check(host, allow)).outcome, host).toBe('refused');
    }
  });

  it('allows addresses and ranges, also those of names', async () => {
    const allow = parseAllowList('10.1.0.0/16\n[fd00::1]');
    expect((await inside.check('erp.example', allow)).outcome).toBe('allowed');
    expect((await unasked.check('[fd00::1]', allow)).outcome).toBe('allowed');
    expect((await unasked.check('[::ffff:10.1.9.9]', allow)).outcome).toBe('allowed');
    expect((await unasked.check('10.2.0.1', allow)).outcome).toBe('refused');
    expect((await unasked.check('[fd00::2]', allow)).outcome).toBe('refused');
  });

  it('names the entry that is neither host nor range', () => {
    expect(findWrongEntry('erp.example 10.0.0.0/8 ::1 localhost')).toBeNull();
    for (const wrong of ['10.0.0.0/33', '127.1', '0x7f000001', 'http://erp.example', 'a..b', '*.example', 'erp:8080']) {
      expect(findWrongEntry(`erp.example ${wrong}`), wrong).toBe(wrong);
    }
  });
});
