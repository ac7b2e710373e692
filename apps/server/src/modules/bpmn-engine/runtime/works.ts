// Puts together what elements can order: scripts, decisions, calls of the suite, HTTP; within the burst or by a job.
import type { WorkKind } from '@keelson/bpmn-core';
import type { Kernel } from '../../../kernel/module.ts';
import type { AuthenticationApi } from '../../authentication/api.ts';
import type { BpmnEngineSettings } from '../bpmn-engine.settings.ts';
import type { InlineWork } from './burst/burst.ts';
import { createDecisionStore } from './decisions/decision.store.ts';
import { createDecideByName, createDecisionWork } from './decisions/decision-work.ts';
import { createDecisions } from './decisions/decisions.ts';
import type { ReadingLane } from './definitions/reading-lane.ts';
import { createHttpWork } from './http/http-work.ts';
import type { JobWork } from './jobs/work-job.ts';
import type { LoopBudget } from './loop-budget.ts';
import { createAttachedFileStore } from './mail/attached-file.store.ts';
import { createFindMailFiles } from './mail/mail-files.ts';
import { createMailWork } from './mail/mail-work.ts';
import { createActingPersonStore } from './native/acting-person.store.ts';
import { createFindActingPerson } from './native/acting-person.ts';
import { createActions } from './native/actions.ts';
import { createNativeWork } from './native/native-work.ts';
import { createOwnActions } from './native/own-actions.ts';
import type { Scripting } from './scripting.ts';
import type { ReadableSetting } from './state/engine-limits.ts';

export function createWorks(
  kernel: Kernel,
  {
    settings,
    budget,
    lane,
    scripting,
    readSetting,
    findPerson,
  }: {
    readonly settings: BpmnEngineSettings;
    readonly budget: LoopBudget;
    readonly lane: ReadingLane;
    readonly scripting: Scripting;
    readonly readSetting: ReadableSetting;
    readonly findPerson: AuthenticationApi['findPerson'];
  },
) {
  const { database } = kernel;
  const decisions = createDecisions({ store: createDecisionStore(database), budget, lane });
  const decide = createDecideByName(decisions);
  const http = createHttpWork(kernel, settings);
  const actions = createActions(createOwnActions({ readSetting, sendHttp: http.send, decide }));
  const findActingPerson = createFindActingPerson({ store: createActingPersonStore(database), findPerson });
  const native = createNativeWork({ actions, findActingPerson });
  const findMailFiles = createFindMailFiles({ ...kernel, store: createAttachedFileStore(database) });
  const inlineWork: Partial<Record<WorkKind, InlineWork>> = {
    script: scripting.script,
    decision: createDecisionWork(decide),
    native: native.inline,
    mail: createMailWork({ call: native.inline, findMailFiles }),
  };
  const jobWork: Partial<Record<WorkKind, JobWork>> = { http: http.work, native: native.byJob };
  return { decisions, actions, inlineWork, jobWork };
}
