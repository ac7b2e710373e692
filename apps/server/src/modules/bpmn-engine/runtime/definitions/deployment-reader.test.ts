// A deployment refuses what the table of the rules says that this server does not serve, as the command line does.
import { NO_LANGUAGES } from '@keelson/bpmn-core';
import { HOST_FEATURES, type HostKind } from '@keelson/bpmn-rules';
import { describe, expect, it } from 'vitest';
import { dmnFile, expression } from '../../testing/decision-models.ts';
import { deploymentReader } from './deployment-reader.ts';

const NAMESPACES =
  'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" xmlns:keelson="urn:keelson:bpmn:1"';

function fileOf(element: string): Uint8Array {
  const process = `<process id="p" isExecutable="true"><startEvent id="s"/>${element}<endEvent id="e"/>
    <sequenceFlow id="f1" sourceRef="s" targetRef="x"/><sequenceFlow id="f2" sourceRef="x" targetRef="e"/></process>`;
  return Buffer.from(
    `<definitions ${NAMESPACES} targetNamespace="u"><signal id="sg" name="S"/>${process}</definitions>`,
  );
}

const caught = (definition: string) => `<intermediateCatchEvent id="x">${definition}</intermediateCatchEvent>`;

const NEEDS: readonly (readonly [HostKind, string])[] = [
  ['timer', caught('<timerEventDefinition><timeDuration>PT1S</timeDuration></timerEventDefinition>')],
  ['signal', caught('<signalEventDefinition signalRef="sg"/>')],
  ['conditional', caught('<conditionalEventDefinition><condition>a</condition></conditionalEventDefinition>')],
  ['trigger', '<manualTask id="x" keelson:wait="true"/>'],
  ['job', '<task id="x" flowable:async="true"/>'],
  ['call', '<callActivity id="x" calledElement="c"/>'],
  ['external', '<serviceTask id="x" flowable:type="external" flowable:topic="t"/>'],
  ['http', '<serviceTask id="x" flowable:type="http"/>'],
  ['mail', '<serviceTask id="x" flowable:type="mail"/>'],
  ['decision', '<businessRuleTask id="x" flowable:decisionTableReferenceKey="d"/>'],
  ['form', '<userTask id="x" flowable:formRef="f"/>'],
];

describe('a deployment', () => {
  it.each(NEEDS)('is refused for its need of %s as the table of features says', (kind, element) => {
    const { problems } = deploymentReader.read(
      { files: [{ name: 'a.bpmn', bytes: fileOf(element) }], strictness: 'lenient' },
      NO_LANGUAGES,
    );
    expect(problems.some(({ ruleId }) => ruleId === 'EXE-00')).toBe(!HOST_FEATURES[kind].server);
  });

  it('tells problems of decisions in both languages, and makes nothing of files beside them', () => {
    const files = [
      { name: 'd.dmn', bytes: Buffer.from(dmnFile(expression('d', '1 +'))) },
      { name: 'a.bpmn', bytes: fileOf('<task id="x"/>') },
    ];
    const { problems, processes, decisions } = deploymentReader.read({ files, strictness: 'lenient' }, NO_LANGUAGES);
    const [told] = problems;
    expect(told).toMatchObject({ ruleId: 'DMN-02', file: 'd.dmn', help: 'An expression is no FEEL' });
    expect(told?.messageTr).toBe(`Bir ifade FEEL değil: ${told?.message}`);
    expect([processes, decisions]).toEqual([[], []]);
  });
});
