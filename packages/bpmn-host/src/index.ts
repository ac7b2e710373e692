// The door of the package: what the core asks for from outside.
export { createCalendar } from './calendar/calendar.ts';
export {
  DECISION_STEPS_MAX,
  type DecisionOptions,
  type DecisionRecord,
  type DecisionResult,
  type DecisionRow,
  evaluateDecision,
  type MatchedRule,
} from './dmn/evaluate/evaluate-decision.ts';
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
} from './dmn/model/dmn-model.ts';
export { DMN_PROBLEMS_MAX, DMN_RULES, DMN_RULES_TR, type DmnProblem, type DmnRule } from './dmn/model/dmn-problem.ts';
export { type DmnResult, readDmn } from './dmn/read/read-dmn.ts';
export { DMN_LIMITS, newAllowance } from './dmn/read/reading.ts';
export { createFeel, type FeelOptions } from './feel/feel.ts';
export { FEEL_STEPS_MAX } from './feel/values/budget.ts';
export { compilePattern, matchesPattern, PATTERN_LENGTH_MAX, type Pattern, PatternProblem } from './regex/regex.ts';
export { answerOf, workResultOf } from './script/script-answers.ts';
export { SCRIPT_LIMITS, type ScriptLimits } from './script/script-limits.ts';
export { ScriptPoolError } from './script/script-pool.ts';
export type { ScriptFailureCode, ScriptOutcome, ScriptRequest } from './script/script-request.ts';
export { createScriptSandbox, type ScriptSandbox, type ScriptSandboxOptions } from './script/script-sandbox.ts';
export { type RunInput, type RunResult, runSimulation } from './simulate/run.ts';
export { type RunStep, readSteps, StepSyntaxError } from './simulate/step-schema.ts';
export type {
  InstanceSummary,
  OpenWait,
  SimulatedDefinition,
  SimulatedOutside,
  SimulationFailure,
  SimulationInput,
  TraceEntry,
  TraceKind,
} from './simulate/world/simulation-types.ts';
