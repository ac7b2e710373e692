// Holds what a refusal of the menu is provoked with, and records that nobody has or that are used up.
import { randomUUID } from 'node:crypto';
import type { Answer } from '@keelson/client';
import type { ErrorCode } from '@keelson/contract';
import type { Person } from '../../support/people.ts';
import type { World } from '../world.ts';
import { administrationItem, makeApp, makeItem, type StoredApp, stored } from './menus.ts';

export interface CodeContext {
  readonly world: World;
  /** Administers the tenant whose menu the cases change. */
  readonly deputy: Person;
}

/** A case has the key of the operation, the code, and what provokes it there. */
export type CodeCase = readonly [string, ErrorCode, (context: CodeContext) => Promise<Answer<unknown>>];

export const unknown = (): { readonly uuid: string } => ({ uuid: randomUUID() });

/** No record has reached this version. */
export const STALE = 900;
export const nobodyHas = [{ authority: 'NOBODY_HAS_IT' }];
/** No administrator of a tenant holds this. */
export const systemOnly = [{ role: 'ROLE_SYSTEM_ADMIN', authority: 'TENANT_ALL' }];

export async function freshItem({ world, deputy }: CodeContext) {
  const app = await makeApp(world, deputy);
  return { app, item: await makeItem(world, deputy, { appNameUuid: app.uuid }) };
}

/** Reads the application with the administration of the menu, as the deputy sees it. */
export async function platform({ deputy }: CodeContext): Promise<StoredApp> {
  return stored((await deputy.sure.systemMenu.getByName({ params: { name: 'platform' } })).body);
}

export const administration = ({ deputy }: CodeContext) => administrationItem(deputy);

/** Makes shared records while `use` runs; they go afterwards, so that no later case sees them. */
export async function withShared<T>(
  { world }: CodeContext,
  model: object,
  use: (app: StoredApp) => Promise<T>,
): Promise<T> {
  const { admin } = world;
  const app = await makeApp(world, admin, { shared: true, ...model });
  try {
    return await use(app);
  } finally {
    const { uuid } = app;
    const { body } = await admin.sure.systemMenu.appName_getByUuid({ params: { uuid } });
    const query = { version: stored(body).version, cascade: true, scope: 'SHARED' } as const;
    await admin.sure.systemMenu.appName_delete({ params: { uuid }, query });
  }
}

/** So many calls run at a time: the writers of a menu wait for each other. */
const AT_ONCE = 20;

export async function times(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, index) => work(done + index)));
  }
}
