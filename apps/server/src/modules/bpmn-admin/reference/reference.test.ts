// Tests what processes use, whether it is there, who uses them, and that all of it follows the current version.
import type { SvcBpmnReferenceModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant, eventually } from '../../../testing/sign-in.ts';
import { dmnFile, expression } from '../../bpmn-engine/testing/decision-models.ts';
import { type AdminServer, modelOf, query, type Saved, signInWith, startAdminServer } from '../admin-server.fixture.ts';

let server: AdminServer;
beforeAll(async () => {
  server = await startAdminServer();
  await server.define({ code: 'shop.rate', type: 'NUMBER', visibility: 'SESSION', defaultValue: 1 });
  await server.define({ code: 'shop.hidden', type: 'NUMBER', visibility: 'RESTRICTED', defaultValue: 1 });
});
afterAll(() => server?.stop());

async function referencesOf(id: number, token = server.admin): Promise<readonly SvcBpmnReferenceModel[]> {
  const answer = await server.as<SvcBpmnReferenceModel[]>(token, 'GET', `/process/${id}/references`);
  if (answer.status !== 200) throw new Error(`the references were refused: ${answer.text}`);
  return answer.body;
}

const told = (references: readonly SvcBpmnReferenceModel[]) =>
  references.map(({ kind, key, direction, elementId, resolved, target }) =>
    [direction, kind, key, elementId, resolved, target?.code ?? null].join(' '),
  );

/** Is a process of these elements, one behind the other. */
function using(id: string, elements: string): string {
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:keelson="urn:keelson:bpmn:1"
    xmlns:flowable="http://flowable.org/bpmn" targetNamespace="urn:uses"><message id="m" name="paid"/><signal id="g" name="alarm"/>
    <process id="${id}" isExecutable="true">${elements}</process></definitions>`;
}
const calling = (key: string, elementId = 'call') => `<callActivity id="${elementId}" calledElement="${key}"/>`;
const mailing = (code: string) => `<sendTask id="send" keelson:call="mail.send"><extensionElements>
  <keelson:with name="templateCode" value="${code}"/><keelson:with name="to" value="ada"/></extensionElements></sendTask>`;

const deploy = ({ id }: Saved, token = server.admin) => server.as(token, 'POST', `/process/${id}/deploy`, {});
const savedWith = (id: string, elements: string, token = server.admin) =>
  server.saved({ bpmnXml: using(id, elements) }, '', token);

it('bpmn-admin 16: each thing that a file uses is reported with its element and whether it is there, a template that is missing too', async () => {
  const { id } = await savedWith(
    'uses-all',
    `${calling('uses-called')}${calling('${key}', 'computed')}${calling('uses-all', 'itself')}
     <businessRuleTask id="rate" flowable:decisionRef="uses-rate"/><userTask id="fill" flowable:formKey="uses-form" flowable:assignee="${'$'}{setting('shop.rate')}"/>
     <userTask id="ask" flowable:assignee="${'$'}{setting('shop.none')}" flowable:owner="${'$'}{setting('shop.hidden')}"/>
     <receiveTask id="wait" messageRef="m"/><endEvent id="end"><signalEventDefinition signalRef="g"/></endEvent>
     ${mailing('uses.nowhere')}${mailing('mail.test').replace('"send"', '"sent"')}
     <serviceTask id="run" keelson:call="report.run"><extensionElements><keelson:with name="reportCode" value="SALES"/></extensionElements></serviceTask>`,
  );
  const before = [
    'OUT PROCESS uses-called call false ',
    'OUT PROCESS ${key} computed  ',
    'OUT PROCESS uses-all itself true uses-all',
    'OUT DECISION uses-rate rate false ',
    'OUT FORM uses-form fill false ',
    'OUT SETTING shop.rate fill true ',
    'OUT SETTING shop.none ask false ',
    'OUT SETTING shop.hidden ask false ',
    'OUT MESSAGE paid wait  ',
    'OUT SIGNAL alarm end  ',
    'OUT MAIL_TEMPLATE uses.nowhere send false ',
    'OUT MAIL_TEMPLATE mail.test sent true ',
    'OUT REPORT SALES run  ',
  ];
  expect(told(await referencesOf(id))).toEqual(before);

  const called = await server.saved({ bpmnXml: modelOf('uses-called'), name: 'Called' });
  const rate = await server.saved({ bpmnXml: dmnFile(expression('uses-first', '1') + expression('uses-rate', '1')) });
  await server.saved({ type: 'FORM', code: 'leave-form', bpmnXml: '{"id": "uses-form"}' });
  const found = await referencesOf(id);
  expect(found[0]).toEqual({
    kind: 'PROCESS',
    key: 'uses-called',
    direction: 'OUT',
    elementId: 'call',
    resolved: false,
    target: { processId: called.id, code: 'uses-called', name: 'Called' },
  });
  expect(told(found).slice(3, 5)).toEqual([
    'OUT DECISION uses-rate rate false uses-first',
    'OUT FORM uses-form fill true leave-form',
  ]);
  expect([(await deploy(called)).status, (await deploy(rate)).status]).toEqual([200, 200]);
  expect(told(await referencesOf(id)).slice(0, 4)).toEqual([
    'OUT PROCESS uses-called call true uses-called',
    'OUT PROCESS ${key} computed  ',
    'OUT PROCESS uses-all itself true uses-all',
    'OUT DECISION uses-rate rate true uses-first',
  ]);
  await server.as(server.admin, 'DELETE', `/process/${called.id}`);
  expect(told(await referencesOf(id))[0]).toBe('OUT PROCESS uses-called call true ');
});

it('bpmn-admin 16: who uses a process, a decision or a form is told by code, with the element there', async () => {
  const { id } = await server.saved({ bpmnXml: modelOf('in-called') });
  const decisions = await server.saved({ bpmnXml: dmnFile(expression('in-a', '1') + expression('in-b', '1')) });
  const form = await server.saved({ type: 'FORM', code: 'in-form', bpmnXml: '{"id": "in-form"}' });
  await savedWith('in-second', calling('in-called'));
  const first = await savedWith(
    'in-first',
    `${calling('in-called')}${calling('in-called', 'again')}<businessRuleTask id="b" flowable:decisionRef="in-b"/>
     <userTask id="u" flowable:formKey="in-form"/>`,
  );
  expect(told(await referencesOf(id))).toEqual([
    'IN PROCESS in-called call false in-first',
    'IN PROCESS in-called again false in-first',
    'IN PROCESS in-called call false in-second',
  ]);
  expect(told(await referencesOf(decisions.id))).toEqual(['IN DECISION in-b b false in-first']);
  expect(told(await referencesOf(form.id))).toEqual(['IN FORM in-form u true in-first']);
  await server.as(server.admin, 'DELETE', `/process/${first.id}`);
  expect(told(await referencesOf(id))).toEqual(['IN PROCESS in-called call false in-second']);
});

it('bpmn-admin 16: every way of changing the content changes what is used, an autosave alone does not', async () => {
  const code = 'follows';
  let saved = await savedWith(code, calling('f-saved'));
  const keys = async () => (await referencesOf(saved.id)).map(({ key }) => key);
  const next = async () => {
    saved = await server.get(saved.id);
  };
  expect(await keys()).toEqual(['f-saved']);
  await server.save({ id: saved.id, version: saved.version, bpmnXml: using(code, calling('f-again')) });
  expect(await keys()).toEqual(['f-again']);
  await server.post(
    saved.modelId,
    new URLSearchParams({ bpmn_xml: using(code, calling('f-waits')), newversion: 'false' }),
  );
  expect(await keys()).toEqual(['f-again']);
  await server.post(saved.modelId, new URLSearchParams({ newversion: 'true' }));
  expect(await keys()).toEqual(['f-waits']);
  await next();
  const operations = [{ op: 'SET_ATTRIBUTE', elementId: 'call', name: 'calledElement', value: 'f-patched' }];
  const patched = await server.as(server.admin, 'POST', `/process/model/${saved.modelId}/patch`, {
    operations,
    version: saved.version,
  });
  expect([patched.status, await keys()]).toEqual([200, ['f-patched']]);
  await next();
  await server.as(server.admin, 'POST', `/process/${saved.id}/versions/1/restore`, { version: saved.version });
  expect(await keys()).toEqual(['f-saved']);
  const data = new FormData();
  data.append('files', new Blob([using(code, calling(code))]), 'a.bpmn');
  const headers = { authorization: `Bearer ${server.admin}` };
  await fetch(`${server.url}/process/import`, { method: 'POST', headers, body: data });
  expect(await keys()).toEqual(['follows']);
  await next();
  await server.as(server.admin, 'POST', `/process/${saved.id}/rename`, { code: 'followed', version: saved.version });
  expect(await keys()).toEqual(['followed']);
  const copy = await server.saved({ code: 'f-copy' }, `?sourceProcessId=${saved.id}`);
  expect((await referencesOf(copy.id)).map(({ key }) => key)).toEqual(['f-copy']);
  const without = await server.get(saved.id);
  await server.save({ id: saved.id, version: without.version, bpmnXml: modelOf('followed') });
  expect(await keys()).toEqual([]);
});

it('bpmn-admin 1: pages find what has an element, calls a process, or uses a message, a signal, a decision or a template', async () => {
  await savedWith(
    'filter-all',
    `${calling('filter-called')}<businessRuleTask id="r" flowable:decisionRef="filter-rate"/><receiveTask id="w" messageRef="m"/>
     <endEvent id="e"><signalEventDefinition signalRef="g"/></endEvent>${mailing('filter.mail')}`,
  );
  await savedWith('filter-other', `${calling('filter-call')}<manualTask id="x"/>`);
  const codes = async (filter: object) => {
    const body = { ...filter, codes: ['filter-all', 'filter-other'] };
    const page = await server.as<{ data: Saved[] }>(server.admin, 'POST', '/process/page', body);
    return page.body.data.map(({ code }) => code);
  };
  for (const filter of [
    { usesElement: 'businessRuleTask' },
    { callsKey: 'filter-called' },
    { usesMessage: 'paid' },
    { usesSignal: 'alarm' },
    { usesDecision: 'filter-rate' },
    { usesTemplate: 'filter.mail' },
    { callsKey: 'filter-called', usesTemplate: 'filter.mail' },
  ]) {
    expect([filter, await codes(filter)]).toEqual([filter, ['filter-all']]);
  }
  expect(await codes({ usesElement: 'manualTask' })).toEqual(['filter-other']);
  expect(await codes({ callsKey: 'filter-called', usesElement: 'manualTask' })).toEqual([]);
  expect(await codes({ usesDecision: 'filter-called' })).toEqual([]);
});

it('bpmn-admin 17: what another tenant has is never there, and its uses are told to nobody else', async () => {
  await createTenant(server, 'elsewhere');
  const theirs = await signInWith(server, 'elsewhere-admin', ['ROLE_TENANT_ADMIN'], 'elsewhere');
  const mine = await server.saved({ bpmnXml: modelOf('t-called') });
  await deploy(mine);
  const foreign = await savedWith('t-calls', `${calling('t-called')}${mailing('t.mail')}`, theirs);
  expect(told(await referencesOf(foreign.id, theirs))).toEqual([
    'OUT PROCESS t-called call false ',
    'OUT MAIL_TEMPLATE t.mail send false ',
  ]);
  expect(await referencesOf(mine.id)).toEqual([]);
  const answer = await server.as(server.admin, 'GET', `/process/${foreign.id}/references`);
  expect(answer.error?.errorCode).toBe('PROCESS_NOT_FOUND');
  const page = await server.as<{ totalElements: number }>(server.admin, 'POST', '/process/page', {
    usesTemplate: 't.mail',
  });
  expect(page.body.totalElements).toBe(0);
});

it('bpmn-admin 16: what an older program has saved is read at its next use, and by a job', async () => {
  const forget = async ({ id }: Saved) => {
    await query(server, 'DELETE FROM bpa_reference WHERE process_id = $1', [id]);
    await query(
      server,
      `UPDATE bpa_process SET facts_version = 0, element_types = '{}', defined_keys = '{}' WHERE id = $1`,
      [id],
    );
  };
  const called = await server.saved({ bpmnXml: modelOf('old-called') });
  const calls = await savedWith('old-calls', calling('old-called'));
  const empty = await server.saved({ type: 'FORM', code: 'old-empty' });
  await forget(called);
  await forget(calls);
  expect(told(await referencesOf(calls.id))).toEqual(['OUT PROCESS old-called call false ']);
  expect(told(await referencesOf(called.id))).toEqual(['IN PROCESS old-called call false old-calls']);
  expect(await referencesOf(empty.id)).toEqual([]);
  await forget(calls);
  const find = () => server.as<Saved[]>(server.admin, 'POST', '/process/list', { callsKey: 'old-called' });
  expect((await find()).body).toEqual([]);
  server.jobs.find(({ name }) => name === 'bpmn-admin-upkeep')?.wake();
  const found = await eventually(find, ({ body }) => body.length > 0);
  expect(found.body).toMatchObject([{ code: 'old-calls', version: calls.version }]);
});

it('bpmn-admin 16: more uses than can be shown are refused, and long keys and odd types harm nothing', async () => {
  const popular = await server.saved({ bpmnXml: modelOf('popular') });
  const user = await savedWith('popular-user', calling('popular'));
  await query(
    server,
    `INSERT INTO bpa_reference SELECT process_id, tenant_identifier, position + n, kind, key, element_id, computed
     FROM bpa_reference, generate_series(1, 10000) n WHERE process_id = $1`,
    [user.id],
  );
  const answer = await server.as(server.admin, 'GET', `/process/${popular.id}/references`);
  expect([answer.status, answer.error?.errorCode]).toEqual([422, 'RESULT_TOO_LARGE']);
  const long = await savedWith('l'.repeat(255), calling(`c${'x'.repeat(40_000)}`, `e${'x'.repeat(40_000)}`));
  expect(told(await referencesOf(long.id))).toEqual([`OUT PROCESS c${'x'.repeat(254)}  false `]);
  const odd = await server.saved({ type: 'FORM', code: 'odd', bpmnXml: '{"id": "o\\u0000d", "type": "t\\u0000"}' });
  expect(await referencesOf(odd.id)).toEqual([]);
});
