// Limits of the engine by tenant, as the settings say them now.
import { BARE_HOST, type Host, STEP_LIMITS } from '@keelson/bpmn-core';
import { matchesPattern } from '@keelson/bpmn-host/regex';
import type { BpmnEngineSettings } from '../../bpmn-engine.settings.ts';

const KIBIBYTE = 1_024;

export interface EngineLimits {
  /** What a step of this tenant's instances has beside state and command; read once per command. */
  host(tenantIdentifier: string): Host;
  variableBytes(tenantIdentifier: string): number;
  instanceBytes(tenantIdentifier: string): number;
  /** Commands that may wait for one instance in this process. */
  queue(): number;
}

export function createEngineLimits(settings: BpmnEngineSettings): EngineLimits {
  const { burstSteps, tokens, variableSize, instanceSize, queue } = settings;
  return {
    host: (tenant) => ({
      ...BARE_HOST,
      limits: { ...STEP_LIMITS, burstSteps: burstSteps.get(tenant), tokens: tokens.get(tenant) },
      matches: matchesPattern,
      // There is no table of incidents yet: what nothing can wake takes the command back.
      keepsIncidents: false,
    }),
    variableBytes: (tenant) => variableSize.get(tenant) * KIBIBYTE,
    instanceBytes: (tenant) => instanceSize.get(tenant) * KIBIBYTE,
    queue: () => queue.get(null),
  };
}
