// Reads a code as people type it: spaces and dashes removed, upper case.
import { invalid } from '../../../../kernel/request/errors.ts';

const CODE = /^(?:[0-9]{6,8}|[A-Z0-9]{17})$/;

/** Fails with 400 for what can be no code at all; that costs no attempt. */
export function readCode(typed: string): string {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  if (CODE.test(code)) return code;
  const message = '6 to 8 digits, or a recovery code of 17 letters and digits.';
  return invalid({ field: 'code', code: 'PATTERN', message });
}
