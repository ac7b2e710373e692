// Deploys a small process, starts it, and drives its instance over HTTP, for tests of what waits.
import { expect, vi } from 'vitest';
import type { Person } from '../../../testing/test-people.ts';
import { startPath } from './engine-server.ts';
import { bpmnFile, flow } from './models.ts';

export const START = '<startEvent id="start"/>';
export const END = '<endEvent id="end"/>';

/** Declares the root elements that models of tests name. */
export const ROOTS = [
  '<message id="paid" name="paid"/>',
  '<message id="other" name="other"/>',
  '<message id="early" name="early"/>',
  '<signal id="alarm" name="alarm"/>',
  '<error id="broken" errorCode="E1"/>',
  '<escalation id="raise" escalationCode="R1"/>',
  '</definitions>',
].join('');

/** Joins the elements in their order by flows; `beside` stands beside them. */
export function chained(elements: readonly string[], beside = ''): string {
  const ids = elements.map((element) => /id="(\w+)"/.exec(element)?.[1] ?? '');
  const flows = ids.slice(1).map((id, index) => flow(`f${index}_${ids[0]}`, ids[index] ?? '', id));
  return [...elements, ...flows, beside].join('\n');
}

export const task = (id: string) => `<userTask id="${id}"/>`;
export const catching = (id: string, definition: string) =>
  `<intermediateCatchEvent id="${id}">${definition}</intermediateCatchEvent>`;
export const boundary = (id: string, host: string, definition: string, attributes = '') =>
  `<boundaryEvent id="${id}" attachedToRef="${host}" ${attributes}>${definition}</boundaryEvent>`;
export const messageOf = (id: string) => `<messageEventDefinition messageRef="${id}"/>`;
export const SIGNAL = '<signalEventDefinition signalRef="alarm"/>';
export const after = (duration: string) =>
  `<timerEventDefinition><timeDuration xsi:type="tFormalExpression">${duration}</timeDuration></timerEventDefinition>`;

let models = 0;

export interface Deployed {
  readonly key: string;
}

export async function deployed(person: Person, content: string, key = `waits-${++models}`): Promise<Deployed> {
  const file = bpmnFile(key, content).replace('</definitions>', ROOTS);
  const answer = await person.deploy([[`${key}.bpmn`, file]]);
  expect(answer.errorDetail).toBeNull();
  return { key };
}

export async function startedOf(person: Person, key: string, body: object = {}) {
  const answer = await person.post(`${startPath}/${key}`, body);
  expect(answer.errorDetail).toBeNull();
  return instanceOf(person, answer.body.id as string);
}

export async function started(person: Person, content: string, body: object = {}) {
  const { key } = await deployed(person, content);
  return startedOf(person, key, body);
}

type Row = Record<string, unknown> & { id: string };

export function instanceOf(person: Person, id: string) {
  const tasks = async (): Promise<Row[]> => (await person.post('/task/list', { processInstanceId: id })).body;
  const names = async () => (await tasks()).map((each) => String(each.taskDefinitionKey)).sort();
  const instance = async () => (await person.get(`/process-instance/${id}?withVariables=*`)).body;
  return {
    id,
    tasks,
    names,
    instance,
    async complete(element: string, variables: object = {}) {
      const found = (await tasks()).find(({ taskDefinitionKey }) => taskDefinitionKey === element);
      const answer = await person.post(`/task/${found?.id}/complete`, { variables });
      expect(answer.errorDetail).toBeNull();
    },
    /** Waits until these tasks are open, and no others. */
    standsAt: (...expected: string[]) => vi.waitFor(async () => expect(await names()).toEqual(expected), WAIT),
    /** Waits until it has ended so. */
    ends: (endState = 'COMPLETED') => vi.waitFor(async () => expect((await instance()).endState).toBe(endState), WAIT),
  };
}

export type DrivenInstance = ReturnType<typeof instanceOf>;

/** What happens behind a request is looked for this long. */
export const WAIT = { timeout: 10_000, interval: 10 };
