// Tests what one SPF record says, and that one which nobody can evaluate is told by its term.
import { describe, expect, it } from 'vitest';
import { isSpf, readSpf } from './spf-record.ts';

describe('an SPF record', () => {
  it.each([
    ['v=spf1', true],
    ['V=SPF1 -all', true],
    ['v=spf10 -all', false],
    [' v=spf1', false],
    ['v=spf2.0/mfrom -all', false],
  ])('mail-notification 16: is told by its version: %j %s', (text, is) => {
    expect(isSpf(text)).toBe(is);
  });

  it('mail-notification 16: asks for what stands before all, in its order, and for a redirect where there is no all', () => {
    const asking = 'a mx/24 ip4:192.0.2.0/24 ip6:2001:db8::/32 include:_spf.One.example. ?exists:%{i}._spf.%{d2} ptr';
    const read = readSpf(`v=spf1 ${asking} redirect=two.example`);
    expect(read).toMatchObject({
      all: null,
      lookups: [
        { term: 'a', include: null },
        { term: 'mx/24' },
        { term: 'include:_spf.One.example.', include: '_spf.one.example', isRedirect: false },
        { term: '?exists:%{i}._spf.%{d2}', include: null },
        { term: 'ptr' },
        { term: 'redirect=two.example', include: 'two.example', isRedirect: true },
      ],
    });
    expect(readSpf('v=spf1 redirect=two.example  ~all include:late.example new-word=x exp=why.example')).toEqual({
      all: 'SOFTFAIL',
      lookups: [],
    });
    const verdicts = ['all', '+ALL', '?all', '-all'].map((term) => readSpf(`v=spf1 ${term}`));
    expect(verdicts).toMatchObject([{ all: 'PASS' }, { all: 'PASS' }, { all: 'NEUTRAL' }, { all: 'FAIL' }]);
  });

  it.each([
    'ipv4:192.0.2.1',
    'ip4:192.0.2.1/33',
    'ip4:192.0.2',
    'ip6:2001:db8::/129',
    'ip4',
    'include',
    'include:localhost',
    'include:a..example',
    'include:%{x}.example',
    'include:%(d).example',
    'a:one.example/33',
    'a:one.example//129',
    'all:one.example',
    '-redirect=one.example',
    'redirect=',
    '--all',
    'caf\xe9',
    '\tmx',
    `include:${'a'.repeat(64)}.example`,
    `include:${'abcdefg.'.repeat(32)}example`,
  ])('mail-notification 16: with %j is one that nobody can evaluate', (term) => {
    expect(readSpf(`v=spf1 mx ${term} -all`)).toEqual({ wrongTerm: term });
    expect(readSpf(`v=spf1 -all ${term}`)).toEqual({ wrongTerm: term });
  });

  it('mail-notification 16: redirects once', () => {
    const term = 'Redirect=b.example';
    expect(readSpf(`v=spf1 redirect=a.example ${term}`)).toEqual({ wrongTerm: term });
  });
});
