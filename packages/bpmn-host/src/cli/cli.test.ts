// These tests look at the command line: what it takes, what it tells, and the code with which it ends.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from './cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'keelson-bpmn-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const NAMESPACES =
  'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:keelson="urn:keelson:bpmn:1" xmlns:flowable="http://flowable.org/bpmn"';

function bpmn(...processes: string[]): string {
  return `<definitions ${NAMESPACES} targetNamespace="urn:test">\n${processes.join('\n')}\n</definitions>`;
}

function processOf(id: string, content: string): string {
  return `<process id="${id}" isExecutable="true" keelson:historyTimeToLive="P1D">\n${content}\n</process>`;
}

const flow = (source: string, target: string, condition = '') =>
  `<sequenceFlow id="${source}_${target}" sourceRef="${source}" targetRef="${target}">${
    condition === '' ? '' : `<conditionExpression xsi:type="tFormalExpression">${condition}</conditionExpression>`
  }</sequenceFlow>`;

const ORDER = file(
  'order.bpmn',
  bpmn(
    processOf(
      'order',
      `<startEvent id="s"/>
       <scriptTask id="price" scriptFormat="javascript" flowable:resultVariable="total"><script>print('for', quantity); quantity * 2.5</script></scriptTask>
       <exclusiveGateway id="g" default="g_e"/>
       <userTask id="approve"/>
       <endEvent id="e"/>
       ${flow('s', 'price')}${flow('price', 'g')}${flow('g', 'approve', '${total > 10}')}${flow('g', 'e')}${flow('approve', 'e')}
       <boundaryEvent id="late" attachedToRef="approve"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></boundaryEvent>
       <endEvent id="gone"/>${flow('late', 'gone')}`,
    ),
  ),
);

const BROKEN = file('broken.bpmn', bpmn(processOf('p', `<startEvent id="s"/>\n<task id="t"/>${flow('s', 'nowhere')}`)));

async function cli(...argv: string[]): Promise<{ code: number; out: string; error: string }> {
  let [out, error] = ['', ''];
  const output = {
    out: (text: string) => {
      out += text;
    },
    error: (text: string) => {
      error += text;
    },
  };
  const code = await runCli(argv, output, 'core');
  return { code, out, error };
}

describe('check', () => {
  it('is fine with a file that has nothing but warnings', async () => {
    const { code, out } = await cli('check', ORDER);
    expect(code).toBe(0);
    expect(out).toMatch(/\nprocess order\n0 errors, \d+ warnings\n$/);
  });

  it('tells file, line, column, rule and element of what is wrong', async () => {
    const { code, out } = await cli('check', BROKEN);
    expect(code).toBe(1);
    expect(out).toMatch(/broken\.bpmn:4:\d+: error [A-Z]+-\d+ s_nowhere: /);
  });

  it('tells the same as JSON', async () => {
    const { code, out } = await cli('check', BROKEN, ORDER, '--json', '--strictness', 'Spec');
    const report = JSON.parse(out);
    expect(code).toBe(1);
    expect(Object.keys(report)).toEqual([
      'files',
      'strictness',
      'for',
      'problems',
      'problemCount',
      'processes',
      'decisions',
    ]);
    expect(report).toMatchObject({ files: [BROKEN, ORDER], strictness: 'SPEC', processes: [] });
    const problem = report.problems.find(({ ruleId }: { ruleId: string }) => ruleId === 'REF-01');
    expect(problem).toMatchObject({ severity: 'ERROR', file: BROKEN, line: 4, elementId: 's_nowhere' });
    expect(Object.keys(problem).sort()).toEqual(
      [
        'column',
        'elementId',
        'elementName',
        'elementType',
        'file',
        'help',
        'line',
        'message',
        'ruleId',
        'severity',
      ].sort(),
    );
  });

  it('refuses a script that is no JavaScript, without running any', async () => {
    const content = `<startEvent id="s"/><scriptTask id="t" scriptFormat="javascript"><script>var = 1</script></scriptTask>${flow('s', 't')}`;
    const { code, out } = await cli('check', file('script.bpmn', bpmn(processOf('p', content))));
    expect(code).toBe(1);
    expect(out).toMatch(/error EXE-\d+ t: /);
  });

  it('reads times as a run reads them', async () => {
    const caught = (cycle: string) =>
      `<startEvent id="s"/><intermediateCatchEvent id="c"><timerEventDefinition><timeCycle>${cycle}</timeCycle></timerEventDefinition></intermediateCatchEvent>${flow('s', 'c')}`;
    const never = await cli('check', file('never.bpmn', bpmn(processOf('p', caught('0 0 0 30 2 ?')))));
    expect(never).toMatchObject({
      code: 1,
      out: expect.stringMatching(/error EVT-32 c: 0 0 0 30 2 \? is not a valid/),
    });
    expect(await cli('check', file('daily.bpmn', bpmn(processOf('p', caught('0 0 0 * * ?')))))).toMatchObject({
      code: 0,
    });
  });

  it('counts an imported file that is not given as present', async () => {
    const text = bpmn(processOf('importing', `<startEvent id="s"/><endEvent id="e"/>${flow('s', 'e')}`));
    const type = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
    const element = `<import namespace="urn:other" location="other.bpmn" importType="${type}"/>`;
    const path = file(
      'importing.bpmn',
      text.replace('targetNamespace="urn:test">', `targetNamespace="urn:test">${element}`),
    );
    expect(await cli('check', path)).toMatchObject({ code: 0, out: expect.not.stringContaining('DOC-10') });
  });

  it('takes what is no XML for a problem, not for wrong usage', async () => {
    expect(await cli('check', file('text.bpmn', 'no XML'))).toMatchObject({
      code: 1,
      out: expect.stringContaining('DOC-01'),
    });
  });

  it('tells what is wrong with decisions', async () => {
    const dmn =
      '<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="d" namespace="urn:t"><decision id="x" name="x"/></definitions>';
    const { code, out } = await cli('check', file('empty.dmn', dmn));
    expect(code).toBe(1);
    expect(out).toMatch(/empty\.dmn:1:\d+: error DMN-06 x: /);
  });
});

describe('run', () => {
  it('tells every element entered, completed and cancelled with its time, and how it stands', async () => {
    const { code, out } = await cli('run', ORDER, '--variables', '{"quantity": 5}', '--advance', 'P2D');
    expect(code).toBe(0);
    const lines = out.split('\n');
    expect(lines).toContain('2025-01-01T00:00:00.000Z  1 order  ENTERED           approve (userTask)');
    expect(lines).toContain('2025-01-01T00:00:00.000Z  1 order  LOG               price (scriptTask) for 5');
    expect(lines).toContain('2025-01-02T00:00:00.000Z  1 order  CANCELLED         approve (userTask) TERMINATED');
    expect(lines).toContain('at 2025-01-03T00:00:00.000Z');
    expect(lines).toContain('instance 1 of order: COMPLETED at gone');
    expect(lines).toContain('  total = 12.5');
  });

  it('tells open waits and variables as JSON, with steps taken', async () => {
    const steps = file('steps.json', JSON.stringify([{ advance: 'PT1H' }, { set: { note: 'x' } }]));
    const { code, out } = await cli(
      'run',
      ORDER,
      '--variables',
      '{"quantity": 5}',
      '--steps',
      steps,
      '--json',
      '--at',
      '2026-03-01T00:00:00Z',
    );
    const report = JSON.parse(out);
    expect(code).toBe(0);
    expect(Object.keys(report)).toEqual(['problems', 'at', 'instances', 'trace', 'failures']);
    expect(report).toMatchObject({ at: '2026-03-01T01:00:00.000Z', failures: [] });
    expect(report.instances).toEqual([
      {
        instance: 1,
        process: 'order',
        calledBy: null,
        businessKey: null,
        state: 'ACTIVE',
        endState: null,
        errorCode: null,
        endElementIds: [],
        variables: { quantity: 5, total: 12.5, note: 'x' },
        elements: ['approve'],
        waits: [
          { instance: 1, elementId: 'approve', kind: 'TASK', assignee: null },
          { instance: 1, elementId: 'late', kind: 'TIMER', dueAt: '2026-03-02T00:00:00.000Z' },
        ],
      },
    ]);
    expect(report.trace[0]).toEqual({
      at: '2026-03-01T00:00:00.000Z',
      kind: 'STARTED',
      instance: 1,
      process: 'order',
      elementId: null,
      elementType: null,
      elementName: null,
    });
  });

  it('begins where it is told to, under the business key that it is given', async () => {
    const argv = ['--variables', '{"quantity": 5}', '--start', 'approve', '--business-key', 'K-7', '--json'];
    const report = JSON.parse((await cli('run', ORDER, ...argv)).out);
    expect(report.instances).toMatchObject([{ businessKey: 'K-7', elements: ['approve'] }]);
    const entered = report.trace.filter(({ kind }: { kind: string }) => kind === 'ENTERED');
    expect(entered.map(({ elementId }: { elementId: string }) => elementId)).toEqual(['approve']);
  });

  it('fails with what failed in it', async () => {
    const { code, out } = await cli('run', ORDER);
    expect(code).toBe(1);
    expect(out).toContain("failed: SCRIPT_FAILED price: ReferenceError: 'quantity' is not defined (line 1)");
    expect(out).not.toContain('instance 1');
  });

  it('runs nothing of files that are refused', async () => {
    const { code, out } = await cli('run', BROKEN, ORDER, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ instances: [], trace: [], failures: [] });
  });

  it('takes several files as one deployment: calls, messages and decisions between them', async () => {
    const caller = `<startEvent id="s"/><callActivity id="c" calledElement="called" flowable:inheritVariables="true"/><endEvent id="e"/>${flow('s', 'c')}${flow('c', 'e')}`;
    const called = `<startEvent id="s2"/><businessRuleTask id="rate" flowable:decisionTableReferenceKey="rate" keelson:resultVariable="rate" keelson:mapDecisionResult="singleEntry"/><endEvent id="e2"/>${flow('s2', 'rate')}${flow('rate', 'e2')}`;
    const dmn = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="d" namespace="urn:t">
      <decision id="rate" name="rate"><variable name="rate"/><literalExpression><text>amount * 2</text></literalExpression></decision></definitions>`;
    const files = [
      file('caller.bpmn', bpmn(processOf('caller', caller))),
      file('called.bpmn', bpmn(processOf('called', called))),
    ];
    const steps = file('work.json', '[{"work": "rate", "result": [{"rate": 1}]}]');
    const open = await cli('run', ...files, '--key', 'caller', '--variables', '{"amount": 4}', '--json');
    expect(JSON.parse(open.out).instances.map(({ state }: { state: string }) => state)).toEqual(['ACTIVE', 'ACTIVE']);
    const stepped = await cli('run', ...files, '--key', 'caller', '--steps', steps, '--json');
    expect(JSON.parse(stepped.out).instances.map(({ state }: { state: string }) => state)).toEqual(['ENDED', 'ENDED']);
    const decided = await cli(
      'run',
      ...files,
      file('rate.dmn', dmn),
      '--key',
      'caller',
      '--variables',
      '{"amount": 4}',
      '--json',
    );
    expect(JSON.parse(decided.out).failures).toEqual([]);
    expect(JSON.parse(decided.out).instances).toMatchObject([{ endState: 'COMPLETED' }, { endState: 'COMPLETED' }]);
  });

  it('answers conditions in JavaScript and errors of scripts', async () => {
    const content = `<startEvent id="s"/><exclusiveGateway id="g" default="g_no"/>
      <scriptTask id="t" scriptFormat="javascript"><script>throw new BpmnError('E', 'said ' + n)</script></scriptTask><endEvent id="no"/>
      ${flow('s', 'g')}${flow('g', 't', 'n > 1').replace('<conditionExpression', '<conditionExpression language="javascript"')}${flow('g', 'no')}
      <boundaryEvent id="b" attachedToRef="t"><errorEventDefinition errorRef="er"/></boundaryEvent><endEvent id="caught"/>${flow('b', 'caught')}`;
    const path = file('javascript.bpmn', bpmn(processOf('js', content), '<error id="er" errorCode="E"/>'));
    const many = JSON.parse((await cli('run', path, '--variables', '{"n": 2}', '--json')).out);
    expect(many.instances).toMatchObject([{ endElementIds: ['caught'] }]);
    const few = JSON.parse((await cli('run', path, '--variables', '{"n": 1}', '--json')).out);
    expect(few.instances).toMatchObject([{ endElementIds: ['no'] }]);
  });

  it('knows patterns in expressions', async () => {
    const content = `<startEvent id="s"/><exclusiveGateway id="g" default="g_no"/><endEvent id="yes"/><endEvent id="no"/>
      ${flow('s', 'g')}${flow('g', 'yes', "${word.matches('[a-c]+')}")}${flow('g', 'no')}`;
    const path = file('pattern.bpmn', bpmn(processOf('p', content)));
    const ends = async (word: string) =>
      JSON.parse((await cli('run', path, '--variables', JSON.stringify({ word }), '--json')).out).instances[0]
        .endElementIds;
    expect([await ends('abc'), await ends('abcd')]).toEqual([['yes'], ['no']]);
  });

  it('is the same again to the last sign where a script asks for chance', async () => {
    const content = `<startEvent id="s"/><scriptTask id="t" scriptFormat="javascript" flowable:resultVariable="chance"><script>Math.random()</script></scriptTask><endEvent id="e"/>${flow('s', 't')}${flow('t', 'e')}`;
    const path = file('chance.bpmn', bpmn(processOf('p', content)));
    const chance = async () => JSON.parse((await cli('run', path, '--json')).out).instances[0].variables.chance;
    const first = await chance();
    expect(first).toBeTypeOf('number');
    expect(await chance()).toBe(first);
  });

  it('is the same again to the last sign', async () => {
    const run = () => cli('run', ORDER, '--variables', '{"quantity": 5}', '--advance', 'P2D', '--json');
    expect(await run()).toEqual(await run());
  });
});

describe('wrong usage', () => {
  const two = file('two.bpmn', bpmn(processOf('a', '<startEvent id="s1"/>'), processOf('b', '<startEvent id="s2"/>')));
  const steps = file('wrong.json', '[{"do": 1}]');

  it.each([
    [[], 'there is no command'],
    [['deploy', ORDER], 'deploy is no command; there are check, run and diff'],
    [['check', ORDER, '--for', 'camunda'], '--for takes SERVER or CORE, not camunda'],
    [['check'], 'no file is given'],
    [['check', join(folder, 'missing.bpmn')], 'missing.bpmn cannot be read'],
    [['check', ORDER, ORDER], 'two files have the same name'],
    [['check', ORDER, '--strictness', 'loose'], '--strictness takes STRICT, SPEC or LENIENT, not loose'],
    [['check', ORDER, '--key', 'order'], "Unknown option '--key'"],
    [['run', ORDER, '--variables', '[1]'], '--variables is no object'],
    [['run', ORDER, '--variables', '{'], '--variables is no JSON'],
    [['run', ORDER, '--at', 'noon'], '--at takes a date'],
    [['run', ORDER, '--key', 'other'], 'there is no executable process other; there are order'],
    [['run', ORDER, '--start', 'nowhere'], 'there is no element nowhere'],
    [['run', two], 'give --key: a, b can begin'],
    [['run', ORDER, '--steps', steps], 'step 1: has none of'],
    [['run', ORDER, '--steps', join(folder, 'none.json')], 'none.json cannot be read'],
  ])('%j ends with code 2 and says why', async (argv, message) => {
    const { code, out, error } = await cli(...argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toContain(message);
  });

  it.each([[['--help']], [['help']], [['run', '--help']], [['check', '-h']]])('%j is help, not wrong', async (argv) => {
    const { code, out } = await cli(...argv);
    expect(code).toBe(0);
    expect(out).toContain('"advance": "PT1H"');
  });
});

describe('as a program', () => {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const program = (...argv: string[]) =>
    new Promise<{ code: number | null; out: string; error: string }>((resolve) => {
      const child = spawn(process.execPath, [main, ...argv], { env: {} });
      let [out, error] = ['', ''];
      child.stdout.on('data', (data) => {
        out += data;
      });
      child.stderr.on('data', (data) => {
        error += data;
      });
      child.on('close', (code) => resolve({ code, out, error }));
    });

  it.each([
    [['check', ORDER, '--for', 'core'], 0],
    [['check', BROKEN], 1],
    [['check'], 2],
    [['run', ORDER, '--variables', '{"quantity": 5}', '--json'], 0],
    [['run', ORDER], 1],
  ])(
    '%j ends by itself with code %i',
    async (argv, code) => {
      const ended = await program(...argv);
      expect(ended.code).toBe(code);
      expect(ended.error === '').toBe(code !== 2);
    },
    30_000,
  );

  it('tells the whole of a long answer to a pipe', async () => {
    const elements = Array.from(
      { length: 2_000 },
      (_, index) => `<manualTask id="t${index}"/>${index === 0 ? '' : flow(`t${index - 1}`, `t${index}`)}`,
    );
    const path = file('long.bpmn', bpmn(processOf('long', elements.join('\n'))));
    const { out } = await program('run', path, '--json');
    expect(out.length).toBeGreaterThan(500_000);
    expect(JSON.parse(out).instances).toMatchObject([{ endState: 'COMPLETED' }]);
  }, 60_000);
});

describe('the quiet form and the last line', () => {
  it('the quiet form of check tells errors alone, and the count of everything', async () => {
    const { out, code } = await cli('check', BROKEN, '--quiet');
    expect(code).toBe(1);
    expect(out).not.toContain(': warning ');
    expect(out).toContain(': error ');
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^\d+ errors?, \d+ warnings?$/);
  });

  it('the quiet form of run tells how the instances stand, without the trace', async () => {
    const { out } = await cli('run', ORDER, '--variables', '{"quantity": 1}', '-q');
    expect(out).toMatch(/^at 2025-01-01T00:00:00.000Z\ninstance 1 of order: COMPLETED/);
    expect(out).not.toContain('ENTERED');
  });

  it('the last line of a run that failed counts the failures', async () => {
    const { out, code } = await cli('run', ORDER);
    expect(code).toBe(1);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^1 failure in the run/);
  });
});

describe('a cycle of a second over two months', () => {
  const cycle = file(
    'cycle.bpmn',
    bpmn(
      processOf(
        'cycle',
        `<startEvent id="s"><timerEventDefinition><timeCycle>R/PT1S</timeCycle></timerEventDefinition></startEvent><endEvent id="e"/>${flow('s', 'e')}`,
      ),
    ),
  );

  it('ends at a bound of firings, and says so', { timeout: 60_000 }, async () => {
    const { out, code } = await cli('run', cycle, '--advance', 'P60D', '--quiet');
    expect(code).toBe(1);
    expect(out).toContain(
      'timers fired 10000 times on the way to 2025-03-02T00:00:00.000Z: the clock stopped at 2025-01-01T02:46:40.000Z',
    );
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^1 failure in the run/);
  });
});
