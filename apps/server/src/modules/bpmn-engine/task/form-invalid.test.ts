// Tests what is sent to forms over HTTP: every field's problem at once, defaults, what is no field, and who else is concerned.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, createPersonWithRoles, type Person } from '../../../testing/test-people.ts';
import {
  chained,
  type DrivenInstance,
  deployed,
  END,
  instanceOf,
  START,
  started,
  startedOf,
} from '../testing/driven-process.ts';
import { type EnginePair, outcome, startEnginePair, startPath } from '../testing/engine-server.ts';
import { fields, formFile, property, valuesOf } from '../testing/forms.ts';
import { bpmnFile, singleElementFile } from '../testing/models.ts';

let pair: EnginePair;
let admin: Person;

beforeAll(async () => {
  pair = await startEnginePair();
  admin = pair.onOne;
});
afterAll(() => pair.stop());

const form = (...written: readonly string[]) => `<userTask id="work">${fields(...written)}</userTask>`;
const NEXT = '<userTask id="next"/>';

async function opened(work: string, variables: object = {}) {
  const run = await started(admin, chained([START, work, NEXT, END]), { variables });
  const [open] = await run.tasks();
  const path = `/task/${open?.id}/complete`;
  /** Answers the problems of a completion, or its status where there are none. */
  const send = async (body: object) => problemsOf(await admin.post(path, body));
  return { run, path, send, sendPlain: (given: object) => send({ variables: given }) };
}

/** Answers the variables that the first open task sees. */
const seen = async (run: DrivenInstance) => (await admin.get(`/task/variables/${(await run.tasks())[0]?.id}`)).body;

function problemsOf({ status, errorDetail }: Answer): unknown {
  if (errorDetail?.errorCode !== 'FORM_INVALID') return status;
  return errorDetail.errorArguments.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);
}

describe('a completion', () => {
  it('bpmn-engine 53: is refused with the problem of every field, and nothing has changed', async () => {
    const { run, path, sendPlain } = await opened(
      form(
        property('id="days" type="long" required="true" min="1" max="30"'),
        property('id="share" type="double" min="0.5"'),
        property('id="kind" type="enum"', valuesOf('ill', 'away')),
        property('id="name" required="true" minlength="2" maxlength="4" pattern="[a-z]+"'),
        property('id="on" type="date"'),
        property('id="at" type="datetime"'),
        property('id="time" type="time"'),
        property('id="sure" type="boolean"'),
        property('id="fixed" writable="false"'),
        property('id="tools" type="checklist"', valuesOf('saw', 'axe')),
      ),
      { fixed: 'as it is' },
    );
    const wrong = {
      days: 31,
      share: 0.25,
      kind: 'gone',
      name: 'x',
      on: '2026-02-30',
      at: '2026-02-03',
      time: '24:00',
      sure: 'yes',
      fixed: 'other',
      tools: ['saw', 'gun'],
      free: 1,
    };
    expect(await sendPlain(wrong)).toEqual([
      'variables.days OUT_OF_RANGE',
      'variables.share OUT_OF_RANGE',
      'variables.kind NOT_ALLOWED',
      'variables.name TOO_SHORT',
      'variables.on TYPE',
      'variables.at TYPE',
      'variables.time TYPE',
      'variables.sure TYPE',
      'variables.fixed FIELD_READ_ONLY',
      'variables.tools NOT_ALLOWED',
    ]);
    const others = { days: 1.5, share: 'a', kind: 1, name: 'ABCD', on: 5, at: true, time: {}, sure: 0, tools: 'saw' };
    expect(await sendPlain(others)).toEqual([
      'variables.days TYPE',
      'variables.share TYPE',
      'variables.kind NOT_ALLOWED',
      'variables.name PATTERN',
      'variables.on TYPE',
      'variables.at TYPE',
      'variables.time TYPE',
      'variables.sure TYPE',
      'variables.tools TYPE',
    ]);
    expect(await sendPlain({ name: 'abcde', days: '3' })).toEqual(['variables.days TYPE', 'variables.name TOO_LONG']);
    expect(await sendPlain({})).toEqual(['variables.days REQUIRED', 'variables.name REQUIRED']);
    const turkish = await admin.post(path, { variables: { days: 0, name: 'ab' } }, { 'accept-language': 'tr' });
    expect(turkish.errorDetail).toMatchObject({
      errorMessage: 'Gönderilenler forma uymuyor; sorun sayısı: 1.',
      errorArguments: [{ field: 'variables.days', code: 'OUT_OF_RANGE', message: 'En az 1 olmalıdır.' }],
    });
    expect(await seen(run)).toEqual({ fixed: 'as it is' });
    const right = {
      days: 30,
      share: 0.5,
      kind: 'ill',
      name: 'abcd',
      on: '2028-02-29',
      at: '2026-02-03T10:00',
      time: '23:59',
      sure: false,
      fixed: 'as it is',
      tools: ['axe'],
      free: { what: 'is no field' },
    };
    expect(await sendPlain(right)).toBe(200);
    expect(await seen(run)).toEqual(right);
  });

  it('takes null for an empty field, which a required one is not, and what stands there already', async () => {
    const two = form(
      property('id="a" required="true"'),
      property('id="b" type="date"'),
      property('id="c" type="long"'),
    );
    const { run, sendPlain } = await opened(two, { a: 'there', b: '2026-01-01' });
    expect(await sendPlain({ a: null, b: null })).toEqual(['variables.a REQUIRED']);
    expect(await sendPlain({ a: '' })).toEqual(['variables.a REQUIRED']);
    expect(await sendPlain({ b: null, c: null })).toBe(200);
    expect(await seen(run)).toEqual({ a: 'there', b: null, c: null });
  });

  it('leaves the default where a field without a value is left out, and nowhere else', async () => {
    const work = form(
      property('id="days" type="long" default="2" required="true"'),
      property('id="note" default="${who}"'),
      property('id="there" default="unused"'),
      property('id="shown" writable="false" default="unused"'),
      property('id="cleared" default="unused"'),
    );
    const { run, sendPlain } = await opened(work, { who: 'ada', there: 'kept' });
    expect(await sendPlain({ cleared: null })).toBe(200);
    expect(await seen(run)).toEqual({
      who: 'ada',
      there: 'kept',
      days: 2,
      note: 'ada',
      cleared: null,
    });
  });

  it('is held against its fields wherever these are sent: with a type, of the task alone, of the moment', async () => {
    const work = form(property('id="days" type="long" max="30"'), property('id="fixed" writable="false"'));
    const { run, send } = await opened(work, { fixed: 1 });
    const big = { type: 'LONG', value: '9007199254740993' };
    expect(await send({ typedVariables: { days: big } })).toEqual(['variables.days OUT_OF_RANGE']);
    expect(await send({ localVariables: { days: 'x' } })).toEqual(['variables.days TYPE']);
    expect(await send({ transientVariables: { fixed: 2 } })).toEqual(['variables.fixed FIELD_READ_ONLY']);
    expect(await send({ localVariables: { days: 3, other: 1 } })).toBe(200);
    expect(await seen(run)).toEqual({ fixed: 1 });
  });

  it('goes on with a number of more digits than JSON carries', async () => {
    const { run, send } = await opened(form(property('id="wide" type="long"')));
    const wide = { type: 'LONG', value: '9007199254740993' };
    expect(await send({ typedVariables: { wide } })).toBe(200);
    expect(await seen(run)).toEqual({ wide: '9007199254740993' });
  });

  it('tells ids apart that differ in a dotless i', async () => {
    const { sendPlain } = await opened(form(property('id="KIND" type="enum"', valuesOf('ılık', 'ILIK'))));
    for (const kind of ['ilik', 'ılik', 'Ilık'])
      expect(await sendPlain({ KIND: kind })).toEqual(['variables.KIND NOT_ALLOWED']);
    expect(await sendPlain({ KIND: 'ılık', kind: 'ilik' })).toBe(200);
  });

  it('is held to a pattern in time linear in the text, whatever the pattern', async () => {
    const { sendPlain } = await opened(form(property('id="a" pattern="(a+)+b"')));
    expect(await sendPlain({ a: 'a'.repeat(10_000) })).toEqual(['variables.a PATTERN']);
    expect(await sendPlain({ a: 'a'.repeat(10_001) })).toEqual(['variables.a TOO_LONG']);
  });

  it('is refused for each of several tasks alone', async () => {
    const both = await Promise.all([1, 2].map(() => opened(form(property('id="a" required="true"')), {})));
    const given = await opened(form(property('id="a" required="true"')), { a: 'there' });
    const ids = [...both, given].map(({ path }) => path.split('/')[2]);
    const { body } = await admin.post('/task/bulk', { ids, action: 'COMPLETE' });
    expect(body.map(({ errorCode }: { errorCode: string | null }) => errorCode)).toEqual([
      'FORM_INVALID',
      'FORM_INVALID',
      null,
    ]);
  });

  it('by somebody who may not complete the task tells nothing of its form', async () => {
    const work = `<userTask id="work" keelson:assignee="admin" keelson:owner="eve">${fields(property('id="a" required="true"'))}</userTask>`;
    const { path } = await opened(work);
    const eve = await createPersonWithRoles(admin, pair.one.url, 'eve');
    expect(outcome(await eve.post(path, {}))).toEqual([403, 'ACCESS_DENIED']);
  });
});

describe('a completion of a task with a deployed form', () => {
  const named = (key: string) => singleElementFile(key, `<userTask id="work" keelson:formRef="${key}"/>`, 'work');
  const requiring = (key: string, field: string) =>
    formFile(
      key,
      { type: 'checkbox', key: field, validate: { required: true } },
      { type: 'taglist', key: 'tags', values: [{ value: 'a' }] },
    );

  it('is held against the newest version on every process, and a field that is gone is none', async () => {
    const key = 'newest';
    await admin.deploy([
      [`${key}.form`, requiring(key, 'agreed')],
      [`${key}.bpmn`, named(key)],
    ]);
    const tasks = await Promise.all([1, 2].map(async () => (await (await startedOf(admin, key)).tasks())[0]?.id));
    const sent = { variables: { agreed: false, tags: ['b'] } };
    const complete = async (by: Person, body: object) => problemsOf(await by.post(`/task/${tasks[0]}/complete`, body));
    expect(await complete(admin, sent)).toEqual(['variables.agreed REQUIRED', 'variables.tags NOT_ALLOWED']);
    await admin.deploy([[`${key}.form`, requiring(key, 'signed')]]);
    expect(await complete(pair.onTwo, { variables: { agreed: true } })).toEqual(['variables.signed REQUIRED']);
    expect(await complete(pair.onTwo, { variables: { signed: true, agreed: 'anything' } })).toBe(200);
    const last = await admin.post(`/task/${tasks[1]}/complete`, { variables: { signed: true, tags: [] } });
    expect(problemsOf(last)).toBe(200);
  });

  it('is held against nothing where its key leads to no form', async () => {
    const key = 'leads-nowhere';
    await admin.deploy([
      [`${key}.bpmn`, singleElementFile(key, '<userTask id="work" keelson:formRef="${which}"/>', 'work')],
    ]);
    const run = await startedOf(admin, key, { variables: { which: 'nowhere' } });
    await run.complete('work', { any: 1 });
    await run.ends();
  });

  it('that is pressed twice at once is done once, and sees the form both times', async () => {
    const key = 'pressed';
    await admin.deploy([
      [`${key}.form`, requiring(key, 'agreed')],
      [`${key}.bpmn`, named(key)],
    ]);
    const [open] = await (await startedOf(admin, key)).tasks();
    const send = (by: Person) => by.post(`/task/${open?.id}/complete`, { variables: { agreed: true } });
    const answers = await Promise.all([send(admin), send(pair.onTwo), send(admin)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it('under one Idempotency-Key is answered again', async () => {
    const key = 'repeated';
    await admin.deploy([
      [`${key}.form`, requiring(key, 'agreed')],
      [`${key}.bpmn`, named(key)],
    ]);
    const [open] = await (await startedOf(admin, key)).tasks();
    const send = () =>
      admin.post(`/task/${open?.id}/complete`, { variables: { agreed: true } }, { 'idempotency-key': 'form-once' });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
  });
});

describe('a start', () => {
  const begin = (inside: string, attributes = '') => `<startEvent id="start" ${attributes}>${inside}</startEvent>`;

  it('is refused where what is sent does not fit its form, by key and by id, and starts nothing', async () => {
    const inside = fields(property('id="days" type="long" required="true"'), property('id="kind" default="away"'));
    const { key } = await deployed(admin, chained([begin(inside), NEXT, END]));
    const sent = { variables: { days: 'many' } };
    expect(problemsOf(await admin.post(`${startPath}/${key}`, sent))).toEqual(['variables.days TYPE']);
    const { body: found } = await admin.post('/repository/definitions/page', { key });
    const byId = `/runtime/start/by-process-definition-id/${found.data[0].id}`;
    expect(problemsOf(await admin.post(byId))).toEqual(['variables.days REQUIRED']);
    expect((await admin.post('/process-instance/page', { processDefinitionKey: key })).body.totalElements).toBe(0);
    const run = await startedOf(admin, key, { variables: { days: 3, free: true } });
    expect(await seen(run)).toEqual({ days: 3, free: true, kind: 'away' });
  });

  it('takes its business key from the field that the form names, unless it is given one', async () => {
    const written = '<keelson:formField id="order" type="string"/><keelson:formField id="days" type="long"/>';
    const inside = fields(`<keelson:formData businessKey="order">${written}</keelson:formData>`);
    const { key } = await deployed(admin, chained([begin(inside), NEXT, END]));
    const keyOf = async (body: object) => (await (await startedOf(admin, key, body)).instance()).businessKey;
    expect(await keyOf({ variables: { order: 'A-1', days: 1 } })).toBe('A-1');
    expect(await keyOf({ variables: { order: 'A-1' }, businessKey: 'B-2' })).toBe('B-2');
    expect(await keyOf({})).toBeNull();
    const long = { variables: { order: 'x'.repeat(256) } };
    expect(problemsOf(await admin.post(`${startPath}/${key}`, long))).toEqual(['variables.order TOO_LONG']);
  });

  it('is held against the newest deployed form and the newest version, on every process', async () => {
    const key = 'begins-with';
    const file = (attributes: string, inside = '') =>
      [`${key}.bpmn`, bpmnFile(key, chained([begin(inside, attributes), NEXT, END]))] as const;
    const asking = formFile(key, { type: 'number', key: 'days', validate: { required: true, max: 5 } });
    await admin.deploy([[`${key}.form`, asking], file(`keelson:formRef="${key}"`)]);
    const send = async (by: Person, variables: object) =>
      problemsOf(await by.post(`${startPath}/${key}`, { variables }));
    expect(await send(pair.onTwo, { days: 6 })).toEqual(['variables.days OUT_OF_RANGE']);
    expect(await send(pair.onTwo, { days: 5 })).toBe(200);
    await admin.deploy([file('', fields(property('id="days" type="long" max="9"')))]);
    expect(await send(pair.onTwo, { days: 6 })).toBe(200);
    expect(await send(pair.onTwo, {})).toBe(200);
  });

  it('that somebody has gone back to has its form as a task', async () => {
    const inside = fields(property('id="days" type="long" required="true" max="5"'));
    const run = await started(admin, chained([begin(inside), '<userTask id="work"/>', END]), {
      variables: { days: 5 },
    });
    const [work] = await run.tasks();
    expect((await admin.post(`/task/${work?.id}/return`, { targetElementId: 'start' })).errorDetail).toBeNull();
    const [again] = await run.tasks();
    const shown = await admin.get(`/task/${again?.id}/form`);
    expect(shown.body.fields).toMatchObject([{ id: 'days', value: 5, max: 5 }]);
    const send = async (days: number) =>
      problemsOf(await admin.post(`/task/${again?.id}/complete`, { variables: { days } }));
    expect(await send(6)).toEqual(['variables.days OUT_OF_RANGE']);
    expect(await send(4)).toBe(200);
  });
});

it('calls, messages and timers begin without a form: nobody fills one in', async () => {
  const inside = fields(property('id="days" type="long" required="true"'));
  const called = await deployed(admin, chained([`<startEvent id="start">${inside}</startEvent>`, NEXT, END]));
  const run = await started(admin, chained([START, `<callActivity id="call" calledElement="${called.key}"/>`, END]));
  const { body } = await admin.post('/process-instance/page', { processDefinitionKey: called.key });
  expect(body.data).toHaveLength(1);
  await instanceOf(admin, body.data[0].id).complete('next');
  await run.ends();
});
