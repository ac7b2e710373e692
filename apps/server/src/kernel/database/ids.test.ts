// Proves what identifiers promise: order, form, and tokens that read as nothing else.
import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createManualClock } from './clock.ts';
import { createIds } from './ids.ts';

const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('uuidV7', () => {
  it('carries the clock in its first 48 bits', () => {
    const clock = createManualClock(0x0123456789ab);
    expect(createIds(clock).uuidV7()).toMatch(/^01234567-89ab-7/);
  });

  it('rises strictly within one millisecond, also beyond the 4,096 values of the counter', () => {
    const ids = createIds(createManualClock());
    const made = Array.from({ length: 20_000 }, () => ids.uuidV7());
    expect(made.every((id) => V7.test(id))).toBe(true);
    expect(new Set(made).size).toBe(made.length);
    expect(made).toEqual([...made].sort());
  });

  it('begins each millisecond in the lower half of its counter, so that at least 2,048 ids fit into it', () => {
    const clock = createManualClock();
    const ids = createIds(clock, (buffer) => buffer.fill(0xff));
    const made = Array.from({ length: 2_049 }, () => ids.uuidV7());
    expect(made[0]).toMatch(/-77ff-/);
    expect(new Set(made.slice(0, 2_049).map((id) => id.slice(0, 13))).size).toBe(1);
    expect(ids.uuidV7().slice(0, 13)).not.toBe(made[0]?.slice(0, 13));
  });

  it('takes new random bytes for each id, also within one filling of its pool', () => {
    const ids = createIds(createManualClock());
    const ends = new Set(Array.from({ length: 1_000 }, () => ids.uuidV7().slice(19)));
    expect(ends.size).toBe(1_000);
  });

  it('keeps rising when the clock catches up with borrowed time', () => {
    const clock = createManualClock();
    const ids = createIds(clock, (buffer) => buffer.fill(0xff));
    const made: string[] = [];
    for (let count = 0; count < 10_000; count += 1) {
      if (count % 3_000 === 0) clock.advance(1);
      made.push(ids.uuidV7());
    }
    expect(new Set(made).size).toBe(made.length);
    expect(made).toEqual([...made].sort());
  });
});

describe('secrets', () => {
  it('rolls a token again that would read as an API key', () => {
    // The bytes are those of `key_` in base64url, so that the token would begin `svc_key_`.
    const bad = Buffer.concat([Buffer.from('key_', 'base64url'), Buffer.alloc(29)]);
    const rolls = [bad, Buffer.alloc(32, 7)];
    const ids = createIds(createManualClock(), (buffer) => void rolls.shift()!.copy(buffer));
    expect(`svc_${bad.toString('base64url')}`).toMatch(/^svc_key_/);
    expect(ids.token()).toBe(`svc_${Buffer.alloc(32, 7).toString('base64url')}`);
    expect(rolls).toEqual([]);
  });

  it('rolls a token again whose identifier would read as a token', () => {
    // Found by search: SHA-256 of the token that these bytes make begins with `svc_` in base64url.
    const bad = Buffer.from('AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALNUns', 'base64url');
    const rolls = [bad, Buffer.alloc(32, 7)];
    const ids = createIds(createManualClock(), (buffer) => void rolls.shift()!.copy(buffer));
    expect(hash('sha256', `svc_${bad.toString('base64url')}`, 'base64url')).toMatch(/^svc_/);
    expect(ids.token()).toBe(`svc_${Buffer.alloc(32, 7).toString('base64url')}`);
  });

  it('makes tokens of 47 characters, no two alike', () => {
    const ids = createIds(createManualClock());
    const tokens = new Set(Array.from({ length: 1_000 }, () => ids.token()));
    expect(tokens.size).toBe(1_000);
    for (const token of tokens) {
      expect(token).toMatch(/^svc_[A-Za-z0-9_-]{43}$/);
      expect(hash('sha256', token, 'base64url')).not.toMatch(/^svc_/);
    }
  });

  it('makes secrets of the asked number of bytes and suffixes of 8 base32 characters', () => {
    const ids = createIds(createManualClock());
    expect(Buffer.from(ids.secret(10), 'base64url')).toHaveLength(10);
    expect(ids.suffix8()).toMatch(/^[a-z2-7]{8}$/);
    const letters = new Set(Array.from({ length: 1_000 }, () => ids.suffix8()).join(''));
    expect([...letters].sort().join('')).toBe('234567abcdefghijklmnopqrstuvwxyz');
    expect(ids.requestId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  });
});
