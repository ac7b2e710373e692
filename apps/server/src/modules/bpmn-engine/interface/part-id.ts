// Makes and reads the ids that clients see: those of an instance, and of the parts that carry the id of their instance.

const ID_PATTERN = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-([a-z])([1-9][0-9]{0,8})$/;
const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export interface PartId {
  readonly instanceId: string;
  readonly number: number;
}

/** Takes `{instanceId}-{letter}{n}` apart; null when it is no id of that letter, hence of nothing that exists. */
export function parsePartId(text: string, letter: 't' | 'e' | 'a' | 'x' | 'j' | 'i'): PartId | null {
  const match = ID_PATTERN.exec(text);
  if (match === null || match[2] !== letter) return null;
  return { instanceId: match[1] as string, number: Number(match[3]) };
}

export function isInstanceId(text: string): boolean {
  return isUuid(text);
}

/** Whether a text can be the id of an instance or a deployment at all. */
export function isUuid(text: string): boolean {
  return UUID_PATTERN.test(text);
}

export function taskId(instanceId: string, number: number): string {
  return `${instanceId}-t${number}`;
}

export function executionId(instanceId: string, number: number): string {
  return `${instanceId}-e${number}`;
}

export function activityId(instanceId: string, number: number): string {
  return `${instanceId}-a${number}`;
}

export function externalTaskId(instanceId: string, number: number): string {
  return `${instanceId}-x${number}`;
}

/** Makes the id of a job or incident: of one of a wait the instance's id and the wait's number; others have an id of their own. */
export function jobId(id: string, number: number): string {
  return number === 0 ? id : `${id}-j${number}`;
}

export function incidentId(id: string, number: number): string {
  return number === 0 ? id : `${id}-i${number}`;
}

/** Reads what `jobId` and `incidentId` write; null for what is no such id. */
export function parseRowId(text: string, letter: 'j' | 'i'): PartId | null {
  return isInstanceId(text) ? { instanceId: text, number: 0 } : parsePartId(text, letter);
}
