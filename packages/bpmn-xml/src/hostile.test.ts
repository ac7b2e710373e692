// Hostile and huge files: everything is told, nothing crashes, and time stays bounded.
import { PROCESS_ELEMENTS_MAX, RULES } from '@keelson/bpmn-rules';
import { describe, expect, it } from 'vitest';
import { costOf } from '../../bpmn-core/src/testing/cost.ts';
import { readDeployment } from './read-deployment.ts';
import {
  chain,
  definitions,
  END,
  errorsOf,
  flow,
  model,
  problemsOf,
  process,
  readText,
  START,
  TASK,
  WHOLE,
} from './testing/model-text.ts';
import { REFERENCE_COUNT, REFERENCE_MODELS, REFERENCE_TITLE } from './testing/reference-models.ts';
import { XML_LIMITS } from './tree/tree.ts';

/** The largest file that is taken costs so many references, about a second of a usual processor. */
const FILE_COST_MAX = 3_000;
/** What is hostile must be linear, not fast. */
const HOSTILE_COST_MAX = 20_000;

describe('a file with twenty problems', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['SEQ-02', flow('t', 's')],
    ['SEQ-03', flow('e', 't')],
    ['REF-01', flow('t', 'gone')],
    ['SEQ-04', `<textAnnotation id="note"/>${flow('t', 'note')}`],
    ['SEQ-09', flow('t', 'e', '', 'isImmediate="false"').replace('t_e', 'late')],
    ['GWY-01', `<exclusiveGateway id="g"/>${flow('t', 'g')}${flow('g', 'e')}`],
    ['EVT-01', '<startEvent id="s2"/>'],
    ['EVT-02', '<endEvent id="e2"/>'],
    ['ACT-01', `<task id="a1" startQuantity="0"/>${flow('t', 'a1')}${flow('a1', 'e')}`],
    ['ACT-02', `<task id="a2" completionQuantity="0"/>${flow('t', 'a2')}${flow('a2', 'e')}`],
    ['PRC-04', `<task id="a3"/>${flow('a3', 'e')}`],
    ['PRC-05', `<task id="a4"/>${flow('t', 'a4')}`],
    ['ACT-06', `<scriptTask id="a5"/>${flow('t', 'a5')}${flow('a5', 'e')}`],
    ['EXE-01', `<userTask id="a6" flowable:class="x"/>${flow('t', 'a6')}${flow('a6', 'e')}`],
    ['EXE-09', `<userTask id="a7" flowable:nothing="x"/>${flow('t', 'a7')}${flow('a7', 'e')}`],
    ['EXE-25', `<userTask id="a8" flowable:owner="x" camunda:owner="y"/>${flow('t', 'a8')}${flow('a8', 'e')}`],
    ['DOC-07', `<task id="a9" colour="red"/>${flow('t', 'a9')}${flow('a9', 'e')}`],
    ['DOC-08', '<textAnnotation id="t"/>'],
    ['DOC-09', '<textAnnotation id="not a name"/>'],
    ['ART-01', '<association id="as" sourceRef="t" targetRef="nowhere"/>'],
  ];

  it('reports twenty', () => {
    const elements = rows.map(([, text]) => text);
    const isArtifact = (text: string) => /^<(textAnnotation|association)/.test(text) && !text.includes('sequenceFlow');
    const text = model(
      [WHOLE, ...elements.filter((each) => !isArtifact(each)), ...elements.filter(isArtifact)]
        .join('\n')
        .replace('<textAnnotation id="note"/>', '')
        .replace(/$/, '<textAnnotation id="note"/>'),
    );
    const told = errorsOf(text).map((problem) => problem.ruleId);
    expect(told.toSorted()).toEqual(rows.map(([rule]) => rule).toSorted());
    expect(told).toHaveLength(20);
  });
});

describe('a huge file', () => {
  it('a huge file of the greatest size allowed is read in bounded time, and one element more is refused', () => {
    const tasks = Array.from({ length: PROCESS_ELEMENTS_MAX / 2 - 2 }, (_, index) => `<task id="t${index}"/>`);
    const whole = chain(START, ...tasks, END);
    const { result, references } = costOf(() => errorsOf(model(whole)));
    expect(result).toEqual([]);
    expect(references).toBeLessThan(HOSTILE_COST_MAX);
    const more = model(`${whole}<textAnnotation id="x"/><textAnnotation id="y"/>`);
    expect(errorsOf(more)).toMatchObject([{ ruleId: 'DOC-16', elementId: 'p' }]);
  });

  it('a huge file of many processes is read in bounded time', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `<process id="p${index}" isExecutable="false"/>`);
    const { result, references } = costOf(() => errorsOf(definitions(many.join('\n'))));
    expect(result).toEqual([]);
    expect(references).toBeLessThan(HOSTILE_COST_MAX);
  });

  it.each([
    [
      'points of one flow',
      `<bpmndi:BPMNDiagram><bpmndi:BPMNPlane><bpmndi:BPMNEdge bpmnElement="s_t">${'<di:waypoint x="1" y="2"/>'.repeat(180_000)}</bpmndi:BPMNEdge></bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`,
    ],
    ['planes', `<bpmndi:BPMNDiagram>${'<bpmndi:BPMNPlane/>'.repeat(180_000)}</bpmndi:BPMNDiagram>`],
  ])('a huge file of many %s breaks nothing', (_, beside) => {
    const text = definitions(process(WHOLE) + beside);
    expect(Buffer.byteLength(text)).toBeLessThan(XML_LIMITS.fileBytes);
    const { definitions: read, problems } = readText(text, 'lenient');
    expect(read.length + problems.length).toBeGreaterThan(0);
  });

  it('a huge file of many gateways in a row, lanes and references to one node is read in bounded time', () => {
    const joins = Array.from({ length: 1_500 }, (_, index) => `<exclusiveGateway id="g${index}"/>`);
    const lanes = Array.from({ length: 900 }, (_, index) => `<lane id="l${index}"><flowNodeRef>t</flowNodeRef></lane>`);
    const text = model(`<laneSet id="ls">${lanes.join('')}</laneSet>${chain(START, TASK, ...joins, END)}`);
    const { result, references } = costOf(() => problemsOf(text));
    expect(result.length).toBe(1_000);
    expect(references).toBeLessThan(HOSTILE_COST_MAX);
  });

  it('a huge file of many pools, message flows and correlation keys is read in bounded time', () => {
    const many = (count: number, text: (index: number) => string) =>
      Array.from({ length: count }, (_, at) => text(at)).join('');
    const keys = many(20, (key) => {
      const names = many(200, (index) => `<correlationPropertyRef>c${index}</correlationPropertyRef>`);
      return `<correlationKey id="k${key}">${names}</correlationKey>`;
    });
    const retrieval =
      '<correlationPropertyRetrievalExpression messageRef="m"><messagePath>x</messagePath></correlationPropertyRetrievalExpression>';
    const text = definitions(
      `<message id="m"/>${many(200, (index) => `<correlationProperty id="c${index}">${retrieval}</correlationProperty>`)}` +
        `<process id="p" isExecutable="false"><task id="t"/></process><collaboration id="co">` +
        many(8_000, (index) => `<participant id="a${index}" processRef="p"/>`) +
        `${many(8_000, (index) => `<messageFlow id="f${index}" sourceRef="a${index}" targetRef="t"/>`)}${keys}</collaboration>`,
    );
    const { result, references } = costOf(() => readText(text).problemCount);
    // One of them tells that nothing in the file will run.
    expect(result).toBe(8_000);
    expect(references).toBeLessThan(HOSTILE_COST_MAX);
  });

  it('a huge file of a choreography with many gateways and ways back is read in bounded time', () => {
    const all = Array.from({ length: 3_000 }, (_, index) => index);
    const text = definitions(
      `<choreography id="ch"><participant id="A"/><participant id="B"/><messageFlow id="ab" sourceRef="A" targetRef="B"/>` +
        all
          .map(
            (at) =>
              `<choreographyTask id="t${at}" initiatingParticipantRef="A"><participantRef>A</participantRef>` +
              `<participantRef>B</participantRef><messageFlowRef>ab</messageFlowRef></choreographyTask><exclusiveGateway id="g${at}"/>` +
              `${flow(`t${at}`, `g${at}`)}${flow(`g${at}`, `t${(at + 1) % all.length}`)}${flow(`g${at}`, `g${Math.max(0, at - 1)}`)}`,
          )
          .join('') +
        '</choreography>',
    );
    const { result, references } = costOf(() => errorsOf(text).filter(({ ruleId }) => ruleId.startsWith('CHO')));
    expect(result).toEqual([]);
    expect(references).toBeLessThan(HOSTILE_COST_MAX);
  });

  it('a huge file of many handlers, throws, calls and event gateways is read in bounded time', () => {
    const all = Array.from({ length: 1_000 }, (_, index) => index);
    const parts = all.map(
      (at) =>
        `<task id="t${at}"/><boundaryEvent id="b${at}" attachedToRef="t${at}"><compensateEventDefinition/></boundaryEvent>` +
        `<intermediateThrowEvent id="x${at}"><compensateEventDefinition activityRef="t${at}"/></intermediateThrowEvent>` +
        `<callActivity id="c${at}" calledElement="p"/><eventBasedGateway id="g${at}"/>`,
    );
    const flows = all.map((at) => flow(`t${at}`, `x${at}`) + flow(`g${at}`, `c${at}`));
    const { references } = costOf(() => errorsOf(model(parts.join('\n') + flows.join('\n'))));
    expect(references).toBeLessThan(HOSTILE_COST_MAX);
  });

  it('a huge file nested without end is refused by its depth', () => {
    const depth = 5_000;
    const text = `${'<subProcess>'.repeat(depth)}${'</subProcess>'.repeat(depth)}`;
    expect(errorsOf(model(text))).toMatchObject([{ ruleId: 'DOC-16' }]);
  });
});

describe('a hostile file', () => {
  it.each([
    ['nothing', ''],
    ['no XML', 'BPMN'],
    ['binary', '\u0001\u0002\u0003'],
    ['a definitions element alone', definitions('')],
    ['an empty executable process', definitions('<process id="p" isExecutable="true"/>')],
    ['a process inside a process', definitions(process(`${WHOLE}<process id="q" isExecutable="true"/>`))],
    ['definitions inside definitions', definitions(definitions(process(WHOLE)))],
    ['a flow to itself as element', model(`${WHOLE}${flow('t_t', 't_t').replace('t_t_t_t', 't_t')}`)],
    ['a flow that is its own default', model('<exclusiveGateway id="g" default="g"/>')],
    ['a lane in a lane in itself', model(`<laneSet id="l"><lane id="l"/></laneSet>${WHOLE}`)],
    ['names of objects', model(chain(START, '<userTask id="__proto__" name="constructor"/>', '<endEvent id="e"/>'))],
    ['an unknown element everywhere', model('<__proto__/><constructor id="x"/>')],
    ['unknown attributes', model('<task constructor="x" __proto__="y"/>')],
    ['a shape of nothing', definitions('<bpmndi:BPMNDiagram><bpmndi:BPMNShape/></bpmndi:BPMNDiagram>')],
    [
      'coordinates that are no numbers',
      definitions(
        `${process(WHOLE)}<bpmndi:BPMNDiagram><bpmndi:BPMNPlane><bpmndi:BPMNShape bpmnElement="t"><dc:Bounds x="many" width="Infinity"/></bpmndi:BPMNShape></bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`,
      ),
    ],
  ])('a hostile file with %s is answered, under each strictness', (_, text) => {
    for (const strictness of ['strict', 'spec', 'lenient'] as const) {
      for (const problem of problemsOf(text, strictness)) {
        expect(problem.message).not.toMatch(/\{\w+\}|undefined|null/);
        expect(problem.messageTr).not.toMatch(/\{\w+\}|undefined|null/);
        expect(problem.helpTr).not.toMatch(/\{\w+\}|undefined|null/);
        expect(problem.line).toBeGreaterThan(0);
      }
    }
  });

  it('cannot make a message as long as itself', () => {
    const [problem] = errorsOf(model(`${WHOLE}${flow('t', 'x'.repeat(60_000))}`.replace(/id="t_x+"/, 'id="f"')));
    expect(problem?.ruleId).toBe('REF-01');
    expect(problem?.message.length).toBeLessThan(300);
  });
});

describe.runIf(REFERENCE_MODELS.length > 0)(REFERENCE_TITLE, () => {
  it('hostile files break no rule without mark X under spec, and take less than a second each', () => {
    expect(REFERENCE_MODELS).toHaveLength(REFERENCE_COUNT);
    for (const file of REFERENCE_MODELS) {
      const { result, references } = costOf(() => readDeployment([file], { strictness: 'spec' }));
      const errors = result.problems.filter((problem) => problem.severity === 'ERROR');
      const always = errors.filter(({ ruleId }) => !RULES[ruleId].marks.includes('X'));
      expect(always, file.name).toEqual([]);
      expect(references, file.name).toBeLessThan(FILE_COST_MAX);
    }
  });
});
