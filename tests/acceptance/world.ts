// Gives a scenario what it needs: the server, people to be, and a process to work on.
import type { Client } from '@keelson/client';
import type { SvcBpmnProcessInstanceModel, SvcBpmnTaskModel } from '@keelson/contract';
import { tokenIn } from '../support/mailbox.ts';
import { oneTask } from '../support/models.ts';
import { createPerson, PERSON_PASSWORD, type Person, signIn } from '../support/people.ts';
import type { Target } from './target.ts';

/** A scenario may have a tenant for itself. */
export interface OwnTenant {
  readonly uuid: string;
  readonly identifier: string;
  readonly version: number;
  /** Is its administrator, ROLE_TENANT_ADMIN. */
  readonly deputy: Person;
  /** Makes somebody of it, with these roles beside ROLE_USER. */
  somebody(roleList?: readonly string[]): Promise<Person>;
}

export interface World extends Target {
  /** The worker has signed in at least once, with PERSON_PASSWORD. */
  readonly workerName: string;
  /** Opens a further session of that person. */
  worker(): Promise<Person>;
  /** Makes a person whom no other scenario knows. */
  somebody(): Promise<Person>;
  /** Opens a further session of a person of the tenant default. */
  again(person: Person): Promise<Person>;
  /** Makes somebody with a proven mail address, only where mails can be read. */
  somebodyWithAddress(): Promise<Person & { readonly address: string }>;
  ownTenant(): Promise<OwnTenant>;
  /** Is the key of a deployed process with one task that the administrator may claim. */
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
    workerName,
    processKey,
    instance,
    worker: () => signIn(url, workerName),
    somebody: () => createPerson(admin, url, name('somebody')),
    again: ({ username }) => signIn(url, username),
    somebodyWithAddress: () => createPersonWithAddress(target),
    ownTenant: () => createOwnTenant(target),
    async task() {
      const { id } = await instance();
      const { body } = await admin.sure.bpmnEngine.task_queryList({ body: { processInstanceId: id } });
      const [task] = body;
      if (task === undefined) throw new Error('the instance has no task');
      return task;
    },
  };
}

/** Makes a person by an invitation that is mailed: using it proves the address. */
export async function createPersonWithAddress({
  url,
  admin,
  mailbox,
  name,
}: Pick<Target, 'url' | 'admin' | 'mailbox' | 'name'>) {
  if (mailbox === null) throw new Error('the mails of this server cannot be read');
  const username = name('invited');
  const address = `${username}@mail.example`;
  await admin.sure.authentication.createUser({ body: { username, email: address } });
  const activationToken = tokenIn(await mailbox.newest(address, 'auth.activation'));
  await admin.sure.authentication.activate({ body: { activationToken, newPassword: PERSON_PASSWORD } });
  return { ...(await signIn(url, username)), address };
}

async function createOwnTenant({ url, admin, name }: Target): Promise<OwnTenant> {
  const identifier = name('tenant');
  const { body } = await admin.sure.authentication.createTenant({ body: { identifier, name: 'Elsewhere' } });
  const somebody = (roleList: readonly string[] = []) =>
    createPerson(admin, url, name('foreigner'), roleList, identifier);
  return {
    uuid: body.uuid,
    identifier,
    version: body.version,
    deputy: await somebody(['ROLE_TENANT_ADMIN']),
    somebody,
  };
}
