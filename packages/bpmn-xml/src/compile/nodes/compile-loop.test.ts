// Loops: the standard's elements, the extensions' attributes, and the events that a multi-instance reports by.
import type { ActivityModel } from '@keelson/bpmn-core';
import { describe, expect, it } from 'vitest';
import { compileText, nodeOf } from '../../testing/compile-text.ts';
import { chain, END, formal, START } from '../../testing/texts.ts';

function loopOf(characteristics: string, before = '', roots = ''): ActivityModel['loop'] {
  const text = chain(START, `<task id="t">${before}${characteristics}</task>`, END);
  return (
    nodeOf(compileText(`${text}<dataObject id="list" name="orders" isCollection="true"/>`, roots), 't').activity
      ?.loop ?? null
  );
}

const multiple = (content: string, attributes = '') =>
  loopOf(`<multiInstanceLoopCharacteristics ${attributes}>${content}</multiInstanceLoopCharacteristics>`);

describe('a standard loop', () => {
  it('tests behind the body unless it says otherwise, without condition and maximum', () => {
    const plain = { kind: 'standard', testBefore: false, condition: null, maximum: null };
    expect(loopOf('<standardLoopCharacteristics/>')).toEqual(plain);
    expect(
      loopOf(`<standardLoopCharacteristics testBefore="true" loopMaximum="3">${formal('loopCondition', 'more')}
        </standardLoopCharacteristics>`),
    ).toMatchObject({ testBefore: true, condition: { text: 'more' }, maximum: { constant: 3 } });
  });

  it('is none on an activity without', () => {
    expect(loopOf('')).toBeNull();
  });
});

describe('a multi-instance', () => {
  it('counts by its cardinality, one at a time or all at once, until its condition', () => {
    const content = formal('loopCardinality', '${n}') + formal('completionCondition', 'enough');
    expect(multiple(content, 'isSequential="true"')).toMatchObject({
      kind: 'multiInstance',
      sequential: true,
      cardinality: { text: '${n}' },
      collection: null,
      completionCondition: { text: 'enough' },
      behavior: 'All',
      async: false,
    });
    expect(multiple(formal('loopCardinality', '5'))).toMatchObject({ sequential: false, cardinality: { constant: 5 } });
  });

  it('reads collection, item and outputs of the standard', () => {
    const io = `<ioSpecification><dataInput id="in" name="items"/><dataOutput id="out" name="results"/>
      <inputSet><dataInputRefs>in</dataInputRefs></inputSet><outputSet><dataOutputRefs>out</dataOutputRefs></outputSet>
      </ioSpecification>`;
    const loop = `<multiInstanceLoopCharacteristics><loopDataInputRef>in</loopDataInputRef>
      <loopDataOutputRef>out</loopDataOutputRef><inputDataItem id="x" name="item"/><outputDataItem id="y"/>
      </multiInstanceLoopCharacteristics>`;
    expect(loopOf(loop, io)).toMatchObject({
      collection: { text: 'items' },
      elementVariable: 'item',
      outputCollection: 'results',
      outputElement: 'y',
    });
  });

  it('reads the extensions: an expression, or a bare word as the name of a variable', () => {
    const said =
      'flowable:elementVariable="one" flowable:elementIndexVariable="at" flowable:async="true" flowable:exclusive="false"';
    expect(multiple('', `flowable:collection="\${all}" ${said}`)).toMatchObject({
      collection: { text: '${all}' },
      elementVariable: 'one',
      elementIndexVariable: 'at',
      async: true,
      exclusive: false,
    });
    const bare = multiple('', 'camunda:collection="all"');
    expect(bare).toMatchObject({ collection: { text: 'all', constant: undefined } });
  });

  it('gathers variables of its instances, with or without a prefix inside the extension', () => {
    const loop = multiple(`<extensionElements><flowable:variableAggregation target="reviews">
      <variable source="approved"/><flowable:variable sourceExpression="\${n + 1}" target="count"/>
      </flowable:variableAggregation></extensionElements>`);
    const aggregations = loop?.kind === 'multiInstance' ? loop.aggregations : undefined;
    expect(aggregations).toMatchObject([{ target: 'reviews', element: { text: '{approved, count}' } }]);
  });

  it('throws a named event, or a signal of its own id, as its behavior says', () => {
    const event = '<signalEventDefinition id="def" signalRef="sg"/><signal id="sg" name="each"/>';
    const loop = (attributes: string, content = '') =>
      loopOf(
        `<multiInstanceLoopCharacteristics ${attributes}>${content}</multiInstanceLoopCharacteristics>`,
        '',
        event,
      );
    expect(loop('behavior="None" noneBehaviorEventRef="def"')).toMatchObject({
      behavior: 'None',
      behaviorEvent: { kind: 'signal', name: { constant: 'each' } },
    });
    expect(loop('behavior="One"')).toMatchObject({ behaviorEvent: { name: { constant: 't' }, scope: 'instance' } });
    const complex = `<complexBehaviorDefinition>${formal('condition', 'nrOfCompletedInstances == 2')}
      <event><signalEventDefinition signalRef="sg"/></event></complexBehaviorDefinition>`;
    expect(loop('behavior="Complex"', complex)).toMatchObject({
      behavior: 'Complex',
      behaviorEvent: null,
      complexBehaviors: [{ condition: { text: 'nrOfCompletedInstances == 2' }, event: { kind: 'signal' } }],
    });
  });
});
