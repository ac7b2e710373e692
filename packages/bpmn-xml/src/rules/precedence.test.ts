// Of several rules that say the same of one element the most specific is told, and one that does not apply takes no place.
import type { Strictness } from '@keelson/bpmn-rules';
import { describe, expect, it } from 'vitest';
import {
  chain,
  definitions,
  END,
  extended,
  flow,
  model,
  problemsOf,
  process,
  START,
  WHOLE,
} from '../testing/model-text.ts';

function told(text: string, strictness: Strictness = 'spec') {
  return problemsOf(text, strictness)
    .filter(({ ruleId }) => !ruleId.startsWith('W-') && ruleId !== 'SEQ-11')
    .map(({ ruleId, severity }) => `${ruleId} ${severity}`);
}

describe('of two rules about one matter', () => {
  const waiting = (executable: string) =>
    model(
      chain(START, '<intermediateCatchEvent id="c"><conditionalEventDefinition/></intermediateCatchEvent>', END),
      executable,
    );

  it('the element’s own family goes before the schema', () => {
    expect(told(waiting('isExecutable="true"'))).toEqual(['EVT-40 ERROR']);
  });

  it('a rule for executable processes takes no place in a process that is only drawn', () => {
    expect(told(waiting('isExecutable="false"'))).toEqual(['DOC-05 ERROR']);
  });

  it.each([
    [
      'a boundary event',
      (own: string) =>
        `${chain(START, '<userTask id="t"/>', END)}<boundaryEvent id="c" attachedToRef="t">${own}</boundaryEvent>${flow('c', 'e')}`,
      'EVT-17',
    ],
    [
      'a catching event',
      (own: string) => chain(START, `<intermediateCatchEvent id="c">${own}</intermediateCatchEvent>`, END),
      'EVT-14',
    ],
  ])('a trigger of another engine is told alone, instead of no trigger: %s', (_, content, none) => {
    const own = extended('<flowable:eventType>order</flowable:eventType>');
    expect(told(model(content(own)))).toEqual(['EXE-17 ERROR']);
    expect(told(model(content('')))).toEqual([`${none} ERROR`]);
    expect(told(model(content(own), 'isExecutable="false"'))).toEqual([`${none} ERROR`]);
  });

  it('a rule that makes a process not executable is a warning beside the error', () => {
    expect(told(waiting('')).toSorted()).toEqual(['DOC-05 ERROR', 'EVT-40 WARNING']);
  });

  it.each([
    [
      'COL before REF',
      definitions(`${process(WHOLE)}<collaboration><messageFlow id="m" sourceRef="p1" targetRef="t"/></collaboration>`),
      'COL-10 ERROR',
    ],
    ['ART before REF', model(`${WHOLE}<group id="g" categoryValueRef="gone"/>`), 'ART-02 ERROR'],
    ['ART before DOC', model(`${WHOLE}<association id="a" sourceRef="t"/>`), 'ART-01 ERROR'],
    [
      'LAN before REF',
      model(`<laneSet><lane id="l"><flowNodeRef>gone</flowNodeRef></lane></laneSet>${WHOLE}`),
      'LAN-01 ERROR',
    ],
    [
      'COR before DOC',
      definitions(
        '<message id="m"/><correlationProperty id="c"><correlationPropertyRetrievalExpression messageRef="m"/></correlationProperty>',
      ),
      'COR-06 ERROR',
    ],
    [
      'CHO before DOC and REF',
      definitions(
        '<choreography id="ch"><participant id="A"/><choreographyTask id="t" initiatingParticipantRef="A"><participantRef>A</participantRef>' +
          '</choreographyTask></choreography>',
      ),
      'CHO-01 ERROR, CHO-03 ERROR',
    ],
    [
      'CNV before REF',
      definitions(
        '<collaboration id="c"><participant id="A"/><participant id="B"/><callConversation id="v" calledCollaborationRef="A">' +
          '<participantRef>A</participantRef><participantRef>B</participantRef></callConversation></collaboration>',
      ),
      'CNV-03 ERROR',
    ],
    [
      'EXE before DOC',
      model(`${chain(START, '<exclusiveGateway id="g" default="g_e"/>', END)}${gateway('klingon')}`),
      'EXE-22 ERROR',
    ],
  ])('%s', (_, text, expected) => {
    expect(told(text).join(', ')).toBe(expected);
  });
});

function gateway(language: string): string {
  const condition = `<conditionExpression xsi:type="tFormalExpression" language="${language}">x</conditionExpression>`;
  return `<endEvent id="other"/>${flow('g', 'other', condition)}`;
}
