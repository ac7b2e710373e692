// A run as lines that a person can read.
import type { RunResult } from '../simulate/run.ts';
import type { InstanceSummary, OpenWait, TraceEntry } from '../simulate/world/simulation-types.ts';

/** The run as text; a quiet one leaves the trace out. */
export function runText({ at, instances, trace, failures }: RunResult, isQuiet: boolean): string {
  const lines = [
    ...(isQuiet ? [] : [...trace.map(entryLine), '']),
    `at ${at}`,
    ...instances.flatMap(instanceLines),
    ...failures.map(
      ({ code, elementId, message }) => `failed: ${code}${elementId === null ? '' : ` ${elementId}`}: ${message}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

const KIND_WIDTH = 18;

function entryLine({
  at,
  kind,
  instance,
  process,
  elementId,
  elementType,
  elementName,
  detail,
  value,
  message,
}: TraceEntry): string {
  const place = instance === null ? '-' : `${instance} ${process}`;
  const element = elementId === null ? [] : [`${elementId} (${elementType})`];
  const name = elementName === null ? [] : [JSON.stringify(elementName)];
  const result = value === undefined ? [] : [`= ${JSON.stringify(value)}`];
  const parts = [
    ...element,
    ...name,
    ...(detail === undefined ? [] : [detail]),
    ...result,
    ...(message === undefined ? [] : [message]),
  ];
  return `${at}  ${place}  ${kind.padEnd(KIND_WIDTH)}${parts.join(' ')}`.trimEnd();
}

function instanceLines(instance: InstanceSummary): readonly string[] {
  const { process, calledBy, businessKey, state, endState, errorCode, endElementIds, variables, waits } = instance;
  const caller = calledBy === null ? '' : `, called by ${calledBy}`;
  const key = businessKey === null ? '' : `, business key ${businessKey}`;
  const how = endState === null ? state : `${endState}${errorCode === null ? '' : ` ${errorCode}`}`;
  const where = endElementIds.length === 0 ? '' : ` at ${endElementIds.join(', ')}`;
  return [
    `instance ${instance.instance} of ${process}${caller}${key}: ${how}${where}`,
    ...Object.entries(variables).map(([name, value]) => `  ${name} = ${JSON.stringify(value)}`),
    ...waits.map(waitLine),
  ];
}

function waitLine({ elementId, kind, work, name, dueAt, assignee }: OpenWait): string {
  const parts = [work, name, dueAt, assignee === null || assignee === undefined ? undefined : `of ${assignee}`];
  return `  waits: ${elementId} ${[kind, ...parts].filter((part) => part !== undefined).join(' ')}`;
}
