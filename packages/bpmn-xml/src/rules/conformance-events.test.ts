// These tests look at constraints of the standard on events: each broken alone, beside files that keep them.
import { describe, it } from 'vitest';
import { type ConformanceCase, E, expectVerdict, model, ROOTS, S, T } from '../testing/conformance.ts';
import { chain, flow } from '../testing/texts.ts';

const sig = '<signalEventDefinition signalRef="sg"/>';
const lk = (n: string) => `<linkEventDefinition name="${n}"/>`;
const LT = (a: string) => `<intermediateThrowEvent id="lt">${a}</intermediateThrowEvent>`;
const LC = (a: string, id = 'lc') => `<intermediateCatchEvent id="${id}">${a}</intermediateCatchEvent>`;
const LL = (t: string, c: string, x = '') => model(chain(S, T, t) + c + E + flow('lc', 'e') + x, ROOTS);
const X = (d: string) =>
  model(
    chain(S, `<intermediateCatchEvent id="x">${d}</intermediateCatchEvent>`, E),
    `${ROOTS}<message id="noname"/><signal id="nn"/>`,
  );
const Th = (d: string, end = false, roots = ROOTS) =>
  model(
    end
      ? chain(S, T, `<endEvent id="x">${d}</endEvent>`)
      : chain(S, `<intermediateThrowEvent id="x">${d}</intermediateThrowEvent>`, E),
    roots,
  );
const msg = '<messageEventDefinition messageRef="m"/>';
const err = '<errorEventDefinition errorRef="er"/>';
const term = '<terminateEventDefinition/>';
const tim =
  '<timerEventDefinition><timeDuration xsi:type="tFormalExpression">PT5M</timeDuration></timerEventDefinition>';
const M = chain(S, T, E);
const H = (c: string, a = '') =>
  `${M}<subProcess id="h" triggeredByEvent="true">${chain(`<startEvent id="hs" ${a}>${c}</startEvent>`, '<endEvent id="he"/>')}</subProcess>`;

const LINKS: readonly ConformanceCase[] = [
  ['link ok', 'ok', LL(LT(lk('A')), LC(lk('A')))],
  [
    'link source/target ok',
    'ok',
    LL(
      LT('<linkEventDefinition id="l1" name="A"><target>l2</target></linkEventDefinition>'),
      LC('<linkEventDefinition id="l2" name="A"><source>l1</source></linkEventDefinition>'),
    ),
  ],
  [
    'link no name',
    'EVT-25',
    LL(
      LT('<linkEventDefinition/>'),
      LC(lk('A')),
      `<intermediateThrowEvent id="lt2">${lk('A')}</intermediateThrowEvent>${flow('t', 'lt2')}`,
    ),
  ],
  [
    'link empty name',
    'EVT-25',
    LL(
      LT('<linkEventDefinition name=""/>'),
      LC(lk('A')),
      `<intermediateThrowEvent id="lt2">${lk('A')}</intermediateThrowEvent>${flow('t', 'lt2')}`,
    ),
  ],
  ['link two catches', 'EVT-27', LL(LT(lk('A')), LC(lk('A')), LC(lk('A'), 'lc2') + flow('lc2', 'e'))],
  ['link catch alone', 'EVT-28', model(`${chain(S, T, E) + LC(lk('A'))}<endEvent id="e2"/>${flow('lc', 'e2')}`, ROOTS)],
  ['link catch incoming', 'EVT-16', LL(LT(lk('A')), LC(lk('A')), flow('t', 'lc'))],
  ['link throw outgoing', 'EVT-16', LL(LT(lk('A')), LC(lk('A')), flow('lt', 'e'))],
  [
    'link target contradicts',
    'EVT-29',
    LL(
      LT('<linkEventDefinition id="l1" name="A"><target>l3</target></linkEventDefinition>'),
      LC('<linkEventDefinition id="l2" name="A"/>'),
      `${LC('<linkEventDefinition id="l3" name="B"/>', 'lc3')}<endEvent id="e3"/>${flow('lc3', 'e3')}<intermediateThrowEvent id="lt3">${lk('B')}</intermediateThrowEvent>${flow('t', 'lt3')}`,
    ),
  ],
];

const EVENT_DEFINITIONS: readonly ConformanceCase[] = [
  [
    'timer two',
    'EVT-30',
    X('<timerEventDefinition><timeDuration>PT1S</timeDuration><timeCycle>R2/PT1S</timeCycle></timerEventDefinition>'),
  ],
  ['timer none', 'EVT-31', X('<timerEventDefinition/>')],
  ['timer bad', 'EVT-32', X('<timerEventDefinition><timeDuration>5 min</timeDuration></timerEventDefinition>')],
  ['timer bad date', 'EVT-32', X('<timerEventDefinition><timeDate>2020-13-01</timeDate></timerEventDefinition>')],
  ['message none', 'EVT-33', X('<messageEventDefinition/>')],
  ['message nothing', 'REF-01', X('<messageEventDefinition messageRef="zz"/>')],
  ['message names signal', 'REF-02', X('<messageEventDefinition messageRef="sg"/>')],
  [
    'message op differs',
    'EVT-34',
    X('<messageEventDefinition messageRef="m2"><operationRef>op</operationRef></messageEventDefinition>'),
  ],
  ['message noname', 'EVT-08', X('<messageEventDefinition messageRef="noname"/>')],
  ['signal none', 'EVT-35', X('<signalEventDefinition/>')],
  ['signal noname', 'EVT-08', X('<signalEventDefinition signalRef="nn"/>')],
  ['cond none schema', 'EVT-40', X('<conditionalEventDefinition/>')],
  ['error end none', 'EVT-36', Th('<errorEventDefinition/>', true)],
  [
    'error end no code',
    'EVT-36',
    Th('<errorEventDefinition errorRef="e9"/>', true, `${ROOTS}<error id="e9" name="x"/>`),
  ],
  ['esc none', 'EVT-37', Th('<escalationEventDefinition/>')],
  [
    'esc no code',
    'EVT-37',
    Th('<escalationEventDefinition escalationRef="e9"/>', true, `${ROOTS}<escalation id="e9"/>`),
  ],
  [
    'parallelMultiple one',
    'EVT-07',
    model(chain(S, `<intermediateCatchEvent id="x" parallelMultiple="true">${sig}</intermediateCatchEvent>`, E), ROOTS),
  ],
  [
    'parallelMultiple two',
    'ok',
    model(
      chain(
        S,
        `<intermediateCatchEvent id="x" parallelMultiple="true">${sig}<messageEventDefinition messageRef="m"/></intermediateCatchEvent>`,
        E,
      ),
      ROOTS,
    ),
  ],
  [
    'edref nested',
    'EVT-42',
    model(
      chain(
        S,
        `<intermediateCatchEvent id="x"><eventDefinitionRef>sd</eventDefinitionRef></intermediateCatchEvent>`,
        `<intermediateCatchEvent id="y"><signalEventDefinition id="sd" signalRef="sg"/></intermediateCatchEvent>`,
        E,
      ),
      ROOTS,
    ),
  ],
  [
    'edref root',
    'ok',
    model(
      chain(
        S,
        `<intermediateCatchEvent id="x"><eventDefinitionRef>sd</eventDefinitionRef></intermediateCatchEvent>`,
        E,
      ),
      `${ROOTS}<signalEventDefinition id="sd" signalRef="sg"/>`,
    ),
  ],
  [
    'edref not ed',
    'REF-02',
    model(
      chain(
        S,
        `<intermediateCatchEvent id="x"><eventDefinitionRef>sg</eventDefinitionRef></intermediateCatchEvent>`,
        E,
      ),
      ROOTS,
    ),
  ],
  [
    'two msg starts same',
    'EVT-41',
    model(
      `${chain('<startEvent id="s"><messageEventDefinition messageRef="m"/></startEvent>', T, E)}<startEvent id="s2"><messageEventDefinition messageRef="m"/></startEvent>${flow('s2', 't')}`,
      ROOTS,
    ),
  ],
  [
    'two error boundaries same',
    'EVT-15',
    model(
      chain(S, T, E) +
        ['b', 'c']
          .map(
            (b) =>
              `<boundaryEvent id="${b}" attachedToRef="t"><errorEventDefinition errorRef="er"/></boundaryEvent>${flow(b, 'e')}`,
          )
          .join(''),
      ROOTS,
    ),
  ],
];

const SEVERAL_TRIGGERS: readonly ConformanceCase[] = [
  [
    'multi catch with error',
    'EVT-14',
    model(chain(S, `<intermediateCatchEvent id="x">${sig}${err}</intermediateCatchEvent>`, E), ROOTS),
  ],
  ['multi end msg+term', 'ok', model(chain(S, T, `<endEvent id="e">${msg}${term}</endEvent>`), ROOTS)],
  ['multi end msg+timer', 'EVT-10', model(chain(S, T, `<endEvent id="e">${msg}${tim}</endEvent>`), ROOTS)],
  ['multi start msg+error', 'EVT-03', model(chain(`<startEvent id="s">${msg}${err}</startEvent>`, T, E), ROOTS)],
  ['multi esp err+msg nonint', 'EVT-06', model(H(err + msg, 'isInterrupting="false"'), ROOTS)],
  [
    'multi throw msg+sig',
    'ok',
    model(chain(S, `<intermediateThrowEvent id="x">${msg}${sig}</intermediateThrowEvent>`, E), ROOTS),
  ],
  [
    'multi throw msg+err',
    'EVT-13',
    model(chain(S, `<intermediateThrowEvent id="x">${msg}${err}</intermediateThrowEvent>`, E), ROOTS),
  ],
  [
    'boundary multi sig+term',
    'EVT-17',
    model(`${M}<boundaryEvent id="b" attachedToRef="t">${sig}${term}</boundaryEvent>${flow('b', 'e')}`, ROOTS),
  ],
  [
    'boundary multi err nonint',
    'EVT-22',
    model(
      `${M}<boundaryEvent id="b" attachedToRef="t" cancelActivity="false">${sig}${err}</boundaryEvent>${flow('b', 'e')}`,
      ROOTS,
    ),
  ],
];

describe('links', () => {
  it.each(LINKS)('%s: %s', (...each) => expectVerdict(each));
});

describe('event definitions', () => {
  it.each(EVENT_DEFINITIONS)('%s: %s', (...each) => expectVerdict(each));
});

describe('several triggers', () => {
  it.each(SEVERAL_TRIGGERS)('%s: %s', (...each) => expectVerdict(each));
});
