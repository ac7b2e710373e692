// Reads the limits of the engine by tenant, as the settings say them now.
import { BARE_HOST, type Host, STEP_LIMITS } from '@keelson/bpmn-core';
import { matchesPattern } from '@keelson/bpmn-host/regex';
import type { BpmnEngineSettings } from '../../bpmn-engine.settings.ts';

const KIBIBYTE = 1_024;

export function createEngineLimits(settings: BpmnEngineSettings) {
  const { burstSteps, tokens, variableSize, instanceSize, queue } = settings;
  return {
    /** Gives what a step of this tenant's instances has beside state and command; read once per command. */
    host: (tenant: string): Host => ({
      ...BARE_HOST,
      limits: { ...STEP_LIMITS, burstSteps: burstSteps.get(tenant), tokens: tokens.get(tenant) },
      matches: matchesPattern,
      // There is no table of incidents yet: what nothing can wake takes the command back.
      keepsIncidents: false,
    }),
    variableBytes: (tenant: string): number => variableSize.get(tenant) * KIBIBYTE,
    instanceBytes: (tenant: string): number => instanceSize.get(tenant) * KIBIBYTE,
    /** Tells how many commands may wait for one instance in this process. */
    queue: (): number => queue.get(null),
  };
}

export type EngineLimits = ReturnType<typeof createEngineLimits>;
