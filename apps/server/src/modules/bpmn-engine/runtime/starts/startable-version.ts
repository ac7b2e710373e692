// Finds the version that a trigger starts, as long as it may be started.
import type { Definition } from '../definitions/definition.types.ts';
import type { DefinitionCache } from '../definitions/definition-cache.ts';
import type { JobRow } from '../waits/job.store.ts';

/** Thrown where the version was suspended or removed since its trigger was found: nothing starts. */
export class NotStartable extends Error {}

/** Finds the version that a trigger starts; throws `NotStartable`. */
export async function startableVersion(
  definitions: DefinitionCache,
  { tenant_identifier: tenant, definition_id: id }: Pick<JobRow, 'tenant_identifier' | 'definition_id'>,
): Promise<Definition> {
  const definition = await definitions.findById(tenant, id ?? '');
  if (definition === null || definition.suspended) throw new NotStartable();
  return definition;
}
