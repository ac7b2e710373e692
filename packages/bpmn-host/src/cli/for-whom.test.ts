// These tests look at for whom a file is checked, and at what a summary counts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOST_FEATURES, HOST_KINDS, optionsFor, SERVER_KINDS } from '@keelson/bpmn-rules';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from './cli.ts';
import { ownExecutor } from './own-executor.ts';

const folder = mkdtempSync(join(tmpdir(), 'keelson-bpmn-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  const namespaces =
    'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:keelson="urn:keelson:bpmn:1" xmlns:flowable="http://flowable.org/bpmn"';
  const process = `<process id="${name.replace('.bpmn', '')}" isExecutable="true" keelson:historyTimeToLive="P1D">${content}</process>`;
  writeFileSync(path, `<definitions ${namespaces} targetNamespace="urn:test">\n${process}\n</definitions>`);
  return path;
}

const flow = (from: string, to: string) => `<sequenceFlow id="${from}_${to}" sourceRef="${from}" targetRef="${to}"/>`;
const around = (task: string) => `<startEvent id="s"/>${task}<endEvent id="e"/>${flow('s', 't')}${flow('t', 'e')}`;

async function check(...argv: string[]) {
  let out = '';
  const take = (text: string) => {
    out += text;
  };
  return { code: await runCli(['check', ...argv], { out: take, error: take }), out };
}

const PLAIN = file('plain.bpmn', around('<userTask id="t"/>'));
const CALL = file('call.bpmn', around('<callActivity id="t" calledElement="x"/>'));
const JAVA = file(
  'java.bpmn',
  around('<serviceTask id="t" flowable:class="a.B"/><boundaryEvent id="b" attachedToRef="t"/>'),
);

describe('a check', () => {
  it('is for the server in a clone of this program, and for the core elsewhere', () => {
    expect(ownExecutor()).toBe('server');
    expect(ownExecutor(new URL('./nothing/package.json', import.meta.url))).toBe('core');
  });

  it('for the server refuses what the table says that it does not serve, and for the core does not', async () => {
    const served = HOST_FEATURES.call.server;
    expect(await check(CALL)).toMatchObject({ code: served ? 0 : 1 });
    expect(await check(CALL, '--for', 'SERVER')).toEqual(await check(CALL));
    expect(await check(CALL, '--for', 'core')).toMatchObject({ code: 0, out: expect.not.stringContaining('EXE-00') });
    expect(await check(PLAIN, '--for', 'server')).toMatchObject({ code: 0 });
  });

  it('says in its JSON for whom it was', async () => {
    const told = JSON.parse((await check(PLAIN, '--json')).out);
    expect(told).toMatchObject({ for: 'SERVER' });
  });

  it('for the server refuses a decision file as the server does', async () => {
    const dmn = join(folder, 'd.dmn');
    writeFileSync(dmn, '<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" namespace="u" name="d"/>');
    expect((await check(dmn)).out.includes('EXE-00')).toBe(!HOST_FEATURES.decision.server);
    expect((await check(dmn, '--for', 'core')).out).not.toContain('EXE-00');
  });
});

describe('the table of what a server serves', () => {
  it('decides which languages the rules may read', () => {
    const languages = { feel: () => ({ problem: 'mine', offset: 0 }), javascriptProblem: () => null };
    const { feel, javascript, script } = HOST_FEATURES;
    const given = optionsFor('server', { languages });
    expect(given.languages?.feel === languages.feel).toBe(feel.server);
    expect(given.languages?.javascriptProblem === languages.javascriptProblem).toBe(javascript.server || script.server);
    expect([...SERVER_KINDS]).toEqual(HOST_KINDS.filter((kind) => HOST_FEATURES[kind].server));
    expect(optionsFor('core', { languages })).toEqual({ languages });
  });
});

describe('a summary', () => {
  it('counts the elements that need work of those that a person sees, and the rules', async () => {
    const { code, out } = await check(JAVA, '--summary', '--for', 'core');
    expect(code).toBe(1);
    const [first, ...rest] = out.split('\n');
    // A start, a task, its boundary event, an end, two flows and the process.
    expect(first).toBe(`${JAVA}: 2 of 7 elements need work`);
    expect(rest.join('\n')).toMatch(
      /^ {2}1 EXE-01 class: .*\n {7}Write flowable:type.*\n {2}1 EVT-17 .*\n {7}Use message/,
    );
  });

  it('says nothing needs work, and how many of several files are executable as they are', async () => {
    expect((await check(PLAIN, '--summary')).out).toBe(`${PLAIN}: 0 of 6 elements need work\n`);
    const { out } = await check(PLAIN, JAVA, '--summary', '--for', 'core');
    expect(out.trimEnd().split('\n').at(-1)).toBe('1 of 2 files are executable as they are');
  });

  it('counts what is no model by its errors', async () => {
    const path = join(folder, 'text.bpmn');
    writeFileSync(path, 'no XML');
    expect((await check(path, '--summary')).out).toMatch(/text\.bpmn: 1 error\n {2}1 DOC-01 /);
  });

  it('counts what keeps a process from being executable that does not say whether it is', async () => {
    const path = file('undecided.bpmn', around('<serviceTask id="t" flowable:class="a.B"/>'));
    writeFileSync(path, readFileSync(path, 'utf8').replace('isExecutable="true"', ''));
    const { code, out } = await check(path, '--summary', '--for', 'core');
    expect(code).toBe(0);
    expect(out).toMatch(/^.*: 1 of 6 elements needs work\n {2}1 EXE-01 /);
  });

  it('is given as JSON, too', async () => {
    const [told] = JSON.parse((await check(JAVA, '--summary', '--json', '--for', 'core')).out);
    expect(told).toMatchObject({ file: JAVA, elements: 7, needWork: 2, ofFile: 0 });
    expect(told.rules[0]).toMatchObject({ ruleId: 'EXE-01', count: 1 });
  });
});
