// Ids of the parts of an instance: they carry their instance, so no look-up table is needed.

/** Makes `{instanceId}-e{number}`, or the instance's own id for what belongs to no token. */
export function executionId(instanceId: string, token: number | null): string {
  return token === null ? instanceId : `${instanceId}-e${token}`;
}

/** Makes `{instanceId}-t{number}`. */
export function taskId(instanceId: string, task: number): string {
  return `${instanceId}-t${task}`;
}

/** Reads the number in a task's id. */
export function taskNumber(id: string): number {
  return Number(id.slice(id.lastIndexOf('-') + 2));
}
