// Proves the order of the steps, and that an enrolled factor is never skipped.
import { describe, expect, it } from 'vitest';
import type { Factor, FactorType } from '../secrets/factor.types.ts';
import { findNextStep, type SignInState } from './next-step.ts';

const factor = (type: FactorType, change: Partial<Factor> = {}): Factor => ({
  factorId: 1,
  uuid: '019b7645-9080-7000-8000-000000000000',
  type,
  name: type,
  enabled: true,
  confirmed: true,
  dateCreated: new Date(0),
  lastUsedDate: null,
  remaining: type === 'RECOVERY_CODE' ? 10 : null,
  ...change,
});

const user: SignInState['user'] = {
  email: 'a@example.com',
  emailVerified: true,
  passwordChangeRequired: false,
  singleFactorOk: true,
  administrator: false,
  deviceRemembered: false,
};

const rules = {
  required: false,
  requiredOfAdministrators: false,
  emailCode: true,
  emailCodeFallback: false,
  rememberedDevices: false,
};
const next = (change: Partial<SignInState>) =>
  findNextStep({ methods: ['PASSWORD'], user, factors: [], rules, ...change });

describe('the order of the steps', () => {
  const due = { ...user, passwordChangeRequired: true };

  it('authentication 11: a password alone begins the session', () => {
    expect(next({})).toEqual({ kind: 'BEGIN' });
  });

  it('authentication 11: the factor comes before the new password, and the new password before the session', () => {
    const factors = [factor('TOTP')];
    expect(next({ user: due, factors })).toEqual({ kind: 'CODE', types: ['TOTP'] });
    expect(next({ user: due, factors, methods: ['PASSWORD', 'TOTP'] })).toEqual({ kind: 'NEW_PASSWORD' });
    expect(next({ factors, methods: ['PASSWORD', 'TOTP'] })).toEqual({ kind: 'BEGIN' });
  });

  it('authentication 16: a short password without its strong factor asks for a new one', () => {
    const short = { ...user, singleFactorOk: false };
    expect(next({ user: short })).toEqual({ kind: 'NEW_PASSWORD' });
    expect(next({ user: short, factors: [factor('EMAIL')], methods: ['PASSWORD', 'EMAIL'] }).kind).toBe('NEW_PASSWORD');
    expect(next({ user: short, factors: [factor('TOTP')], methods: ['PASSWORD', 'TOTP'] }).kind).toBe('BEGIN');
  });
});

describe('which factors are asked for', () => {
  const codes = factor('RECOVERY_CODE');

  it('asks for the strongest first, and for a mail only where there is nothing stronger', () => {
    expect(next({ factors: [codes, factor('EMAIL'), factor('TOTP')] })).toEqual({
      kind: 'CODE',
      types: ['TOTP', 'RECOVERY_CODE'],
    });
    expect(next({ factors: [codes, factor('EMAIL')] })).toEqual({ kind: 'CODE', types: ['EMAIL', 'RECOVERY_CODE'] });
  });

  it('what is not confirmed and what is used up is not asked for', () => {
    expect(next({ factors: [factor('TOTP', { confirmed: false })] })).toEqual({ kind: 'BEGIN' });
    const spent = factor('RECOVERY_CODE', { remaining: 0 });
    expect(next({ factors: [spent, factor('TOTP')] })).toEqual({ kind: 'CODE', types: ['TOTP'] });
  });

  it('a disabled factor is not skipped: other ones, or nothing', () => {
    const disabled = factor('TOTP', { enabled: false });
    expect(next({ factors: [disabled, codes] })).toEqual({ kind: 'CODE', types: ['RECOVERY_CODE'] });
    expect(next({ factors: [disabled] })).toEqual({ kind: 'REFUSE' });
    expect(next({ factors: [disabled, factor('EMAIL')] })).toEqual({ kind: 'REFUSE' });
    const unverified = { ...user, emailVerified: false };
    expect(next({ user: unverified, factors: [factor('EMAIL')] })).toEqual({ kind: 'REFUSE' });
  });
});

describe('a remembered device', () => {
  const remembered = { ...user, deviceRemembered: true };
  const allowed = { ...rules, rememberedDevices: true };
  const factors = [factor('TOTP')];

  it('skips the code, while the tenant allows it', () => {
    expect(next({ user: remembered, factors, rules: allowed })).toEqual({ kind: 'BEGIN' });
    expect(next({ user: remembered, factors }).kind).toBe('CODE');
    expect(next({ factors, rules: allowed }).kind).toBe('CODE');
  });

  it('skips the e-mailed code that a policy asks for, and no enrolment', () => {
    const required = { ...allowed, required: true };
    expect(next({ user: remembered, rules: required })).toEqual({ kind: 'BEGIN' });
    const unreachable = { ...remembered, emailVerified: false };
    expect(next({ user: unreachable, rules: required })).toEqual({ kind: 'ENROLLMENT' });
  });

  it('authentication 11: gives the code before it replaces a password, and skips no factor that is disabled', () => {
    const due = { ...remembered, passwordChangeRequired: true };
    expect(next({ user: due, factors, rules: allowed }).kind).toBe('CODE');
    const disabled = [factor('TOTP', { enabled: false })];
    expect(next({ user: remembered, factors: disabled, rules: allowed })).toEqual({ kind: 'REFUSE' });
  });
});
