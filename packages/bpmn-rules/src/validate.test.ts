// How findings become problems: texts are filled in, and what is said of the file itself stays.
import { describe, expect, it } from 'vitest';
import { keepMostSpecific } from './precedence.ts';
import { fileFinding } from './rule/finding.ts';
import { toProblem } from './validate.ts';

describe('a problem', () => {
  it('has its texts filled in without reading them again', () => {
    const place = { line: 1, column: 1 };
    const told = toProblem('f', fileFinding('DIA-01', place, { values: { x: '{x} $& {file}' } }), 'ERROR', null);
    expect(told.message).toBe('bpmnElement {x} $& {file} does not exist');
  });
});

describe('the precedence of findings', () => {
  it('keeps every finding about the file itself', () => {
    const finding = fileFinding('DIA-01', { line: 1, column: 1 }, { about: 'same' });
    expect(keepMostSpecific([finding, finding])).toHaveLength(2);
  });
});
