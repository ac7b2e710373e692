// What a scenario has at hand: the server, people to be, and a process to work on.
import type { Client } from '@keelson/client';
import type { SvcBpmnProcessInstanceModel, SvcBpmnTaskModel } from '@keelson/contract';
import { oneTask } from '../support/models.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import type { Target } from './target.ts';

export interface World extends Target {
  /** Who has signed in at least once; password PERSON_PASSWORD. */
  readonly workerName: string;
  /** A further session of that person. */
  worker(): Promise<Person>;
  /** A person whom no other scenario knows. */
  somebody(): Promise<Person>;
  /** Key of a deployed process with one task that the administrator may claim. */
  readonly processKey: string;
  instance(): Promise<SvcBpmnProcessInstanceModel>;
  task(): Promise<SvcBpmnTaskModel>;
}

/**
 * Calls its operation through `as(person)` and says what has to come back; nobody is a caller without a credential. Every
 * call of `as` is counted at the address under test.
 */
export type Scenario = (as: (person: Person | null) => Client<true>, world: World) => Promise<void>;

export async function makeWorld(target: Target): Promise<World> {
  const { url, admin, name } = target;
  const workerName = name('worker');
  const processKey = name('ask');
  await createPerson(admin, url, workerName);
  await admin.sure.bpmnEngine.deploy({
    files: {
      xmlFile: [{ fileName: 'ask.bpmn', bytes: oneTask(processKey, 'keelson:candidateUsers="admin"') }],
    },
  });
  const instance = async () =>
    (await admin.sure.bpmnEngine.startProcessInstanceByKey({ params: { processDefinitionKey: processKey } })).body;
  return {
    ...target,
    ...{ workerName, processKey, instance },
    worker: () => signIn(url, workerName),
    somebody: () => createPerson(admin, url, name('somebody')),
    async task() {
      const { id } = await instance();
      const { body } = await admin.sure.bpmnEngine.task_queryList({ body: { processInstanceId: id } });
      const [task] = body;
      if (task === undefined) throw new Error('the instance has no task');
      return task;
    },
  };
}
