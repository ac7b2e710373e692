// Reads the limits of the engine by tenant, as the settings say them now.
import { type Calendar, type Host, STEP_LIMITS, type Value } from '@keelson/bpmn-core';
import { createCalendar } from '@keelson/bpmn-host';
import { matchesPattern } from '@keelson/bpmn-host/regex';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { BpmnEngineSettings } from '../../bpmn-engine.settings.ts';

const KIBIBYTE = 1_024;

/** Answers the value of a setting that expressions may read; undefined where there is none. */
export type ReadableSetting = (tenant: string, code: string) => Value | undefined;

export function createEngineLimits(settings: BpmnEngineSettings, readableSetting: ReadableSetting = () => undefined) {
  const { burstSteps, tokens, variableSize, instanceSize, queue, jobAttempts, timeZone } = settings;
  const calendar = zonedCalendar(createCalendar());
  return {
    /** Makes the host of a tenant's steps; read once per command. */
    host: (tenant: string): Host => ({
      limits: { ...STEP_LIMITS, burstSteps: burstSteps.get(tenant), tokens: tokens.get(tenant) },
      matches: matchesPattern,
      foldName,
      calendar: calendar(timeZone.get(tenant)),
      setting: (code) => readableSetting(tenant, code),
      keepsIncidents: true,
    }),
    variableBytes: (tenant: string): number => variableSize.get(tenant) * KIBIBYTE,
    instanceBytes: (tenant: string): number => instanceSize.get(tenant) * KIBIBYTE,
    /** Answers how often a job is tried before it becomes an incident, where its model does not say. */
    jobAttempts: (tenant: string): number => jobAttempts.get(tenant),
    /** Answers how many commands may wait for one instance in this process. */
    queue: (): number => queue.get(null),
  };
}

export type EngineLimits = ReturnType<typeof createEngineLimits>;

/** Makes the calendar of a process; one that names no time zone has that of its tenant. */
function zonedCalendar({ first, next }: Calendar): (timeZone: string) => Calendar {
  return (timeZone) => ({
    first: (request) => first({ ...request, timeZone: request.timeZone ?? timeZone }),
    next: (firing, at, zone) => next(firing, at, zone ?? timeZone),
  });
}
