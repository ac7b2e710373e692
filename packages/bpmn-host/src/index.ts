// The door of what the core asks for from outside.
export { createCalendar } from './calendar/calendar.ts';
export type {
  Aggregation,
  Decision,
  DecisionGraph,
  DecisionRule,
  DecisionTable,
  HitPolicy,
  InputColumn,
  InputData,
  LiteralLogic,
  OutputColumn,
} from './dmn/dmn-model.ts';
export { DMN_PROBLEMS_MAX, DMN_RULES, type DmnProblem, type DmnRule } from './dmn/dmn-problem.ts';
export { isDmnNamespace } from './dmn/dmn-xml.ts';
export {
  DECISION_STEPS_MAX,
  type DecisionOptions,
  type DecisionRecord,
  type DecisionResult,
  type DecisionRow,
  evaluateDecision,
  type MatchedRule,
} from './dmn/evaluate-decision.ts';
export { type DmnResult, readDmn } from './dmn/read-dmn.ts';
export { DMN_LIMITS } from './dmn/reading.ts';
export { FEEL_STEPS_MAX } from './feel/budget.ts';
export { createFeel, type FeelOptions } from './feel/feel.ts';
export { compilePattern, matchesPattern, PATTERN_LENGTH_MAX, type Pattern, PatternProblem } from './regex.ts';
export { answerOf, workResultOf } from './script/script-answers.ts';
export { SCRIPT_LIMITS, type ScriptLimits } from './script/script-limits.ts';
export { ScriptPoolError } from './script/script-pool.ts';
export type { ScriptFailureCode, ScriptOutcome, ScriptRequest } from './script/script-request.ts';
export { createScriptSandbox, type ScriptSandbox, type ScriptSandboxOptions } from './script/script-sandbox.ts';
export { type RunInput, type RunResult, runSimulation } from './simulate/run.ts';
export type {
  InstanceSummary,
  OpenWait,
  SimulatedDefinition,
  SimulatedOutside,
  SimulationFailure,
  SimulationInput,
  TraceEntry,
  TraceKind,
} from './simulate/simulation-types.ts';
export { type RunStep, readSteps, StepSyntaxError } from './simulate/step-schema.ts';
