// Form fields have constraints, and a form says something of the instance.
import { describe, expect, it } from 'vitest';
import { compileText, nodeOf } from '../../testing/compile-text.ts';
import { chain, END, START } from '../../testing/texts.ts';

const formOf = (content: string) =>
  nodeOf(
    compileText(chain(START, `<userTask id="t"><extensionElements>${content}</extensionElements></userTask>`, END)),
    't',
  ).form;

describe('a form', () => {
  it('keeps the constraints of a property as they are written', () => {
    const written = 'minlength="2" maxlength="9" pattern="[a-z]+" datePattern="dd/MM/yyyy"';
    expect(formOf(`<flowable:formProperty id="a" ${written}/>`)?.fields[0]?.constraints).toEqual({
      minlength: '2',
      maxlength: '9',
      pattern: '[a-z]+',
      datePattern: 'dd/MM/yyyy',
    });
    const number = '<flowable:formProperty id="a" type="long" min="1" max="3"/>';
    expect(formOf(number)?.fields[0]?.constraints).toEqual({ min: '1', max: '3' });
  });

  it('takes the datePattern of a formField from it, its other constraints from the validation', () => {
    const validation = '<camunda:validation><camunda:constraint name="maxlength" config="4"/></camunda:validation>';
    const field = `<camunda:formField id="d" type="date" datePattern="MM/yyyy">${validation}</camunda:formField>`;
    const form = formOf(`<camunda:formData>${field}</camunda:formData>`);
    expect(form?.fields[0]?.constraints).toEqual({ maxlength: '4', datePattern: 'MM/yyyy' });
    expect(form?.businessKeyField).toBeNull();
  });

  it('knows the field of formData that gives the businessKey', () => {
    const form = formOf('<camunda:formData businessKey="k"><camunda:formField id="k"/></camunda:formData>');
    expect(form?.businessKeyField).toBe('k');
  });
});
