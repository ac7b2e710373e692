// Starts a server for tests of process models, with short calls and models to save.
import type { SvcBpmnProcessModel } from '@keelson/contract';
import type { StoredEvent } from '../../kernel/records/event-reader.ts';
import { query, type SettingServer, signInWith, startSettingServer } from '../../testing/setting-server.ts';
import { type Answer, call } from '../../testing/sign-in.ts';

import { bpmnAdminEvents } from './bpmn-admin.events.ts';

export { query, signInWith };
/** Is a process as it is answered, with what every living one has. */
export type Saved = Required<SvcBpmnProcessModel> & {
  readonly id: number;
  readonly version: number;
  readonly modelId: number;
  readonly code: string;
};

export interface AdminServer extends SettingServer {
  save(body: object, query?: string, token?: string): Promise<Answer<number>>;
  /** Saves what is not refused, and answers it as it is then. */
  saved(body: object, query?: string, token?: string): Promise<Saved>;
  get(id: number, query?: string, token?: string): Promise<Saved>;
  /** Posts a form to the working copy. */
  post(modelId: number, form: URLSearchParams | string, token?: string, query?: string): Promise<Answer>;
  /** Answers the audit events of process models, the oldest first. */
  events(): Promise<readonly StoredEvent[]>;
}

export async function startAdminServer(): Promise<AdminServer> {
  const server = await startSettingServer({ settings: { 'session.max-per-user': 0 } });
  const { admin } = server;
  const save: AdminServer['save'] = (body, query = '', token = admin) =>
    server.as<number>(token, 'POST', `/process/save${query}`, body);
  const get: AdminServer['get'] = async (id, query = '', token = admin) => {
    const answer = await server.as<Saved>(token, 'GET', `/process/${id}${query}`);
    if (answer.status !== 200) throw new Error(`the process was refused: ${answer.text}`);
    return answer.body;
  };
  return Object.assign(server, {
    save,
    get,
    async saved(body: object, query = '', token = admin) {
      const answer = await save(body, query, token);
      if (answer.status !== 200) throw new Error(`the save was refused: ${answer.text}`);
      return get(answer.body, '', token);
    },
    post: (modelId: number, form: URLSearchParams | string, token = admin, query = '') =>
      call(server, 'POST', `/process/model/${modelId}${query}`, {
        token,
        raw: String(form),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    async events() {
      const kinds = Object.values(bpmnAdminEvents).map(({ name }) => name);
      const pageable = {
        pageNumber: 0,
        pageSize: 200,
        sort: { properties: ['dateCreated'], direction: 'ASC' },
      } as const;
      return (await server.kernel.eventReader.page({ tenantIdentifier: 'default', kinds }, pageable)).events;
    },
  });
}

/** Is a model of one process with a start, a task by a person, and an end. */
export function modelOf(id: string, { name = 'Leave', task = 'Approve' } = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- kept as it is -->
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:other="urn:other" targetNamespace="urn:leave" other:tool="x">
  <process id="${id}" name="${name}" isExecutable="true">
    <startEvent id="asked"/><sequenceFlow id="f1" sourceRef="asked" targetRef="approve"/>
    <userTask id="approve" name='${task}'/><sequenceFlow id="f2" sourceRef="approve" targetRef="done"/>
    <endEvent id="done"/>
  </process>
</definitions>
`;
}

/** Is a model of two pools that send each other messages. */
export function collaborationOf(first: string, second: string): string {
  const pool = (id: string) =>
    `<process id="${id}" isExecutable="true"><startEvent id="s-${id}"/><sequenceFlow id="f-${id}" sourceRef="s-${id}" targetRef="e-${id}"/><endEvent id="e-${id}"/></process>`;
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:two">
  <collaboration id="c"><participant id="p1" processRef="${first}"/><participant id="p2" processRef="${second}"/></collaboration>
  ${pool(first)}${pool(second)}
</definitions>`;
}
