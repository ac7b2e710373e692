// Limits of the engine by tenant, as the settings say them now.
import { STEP_LIMITS, type StepLimits } from '@keelson/bpmn-core';
import type { BpmnEngineSettings } from '../bpmn-engine.settings.ts';

const KIBIBYTE = 1_024;

export interface EngineLimits {
  /** Read once per command. */
  step(tenantIdentifier: string): StepLimits;
  variableBytes(tenantIdentifier: string): number;
  instanceBytes(tenantIdentifier: string): number;
  /** Commands that may wait for one instance in this process. */
  queue(): number;
}

export function createEngineLimits(settings: BpmnEngineSettings): EngineLimits {
  const { burstSteps, tokens, variableSize, instanceSize, queue } = settings;
  return {
    step: (tenant) => ({ ...STEP_LIMITS, burstSteps: burstSteps.get(tenant), tokens: tokens.get(tenant) }),
    variableBytes: (tenant) => variableSize.get(tenant) * KIBIBYTE,
    instanceBytes: (tenant) => instanceSize.get(tenant) * KIBIBYTE,
    queue: () => queue.get(null),
  };
}
