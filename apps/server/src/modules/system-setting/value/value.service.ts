// Sets and removes values of tenants and of all, one or several.
import type { SvcSettingValueModel, SvcSettingValuePersistModel } from '@keelson/contract';
import { settingValuesMax } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { invalid, ServiceError } from '../../../kernel/request/errors.ts';
import type { ValueWriter, WriteResult } from '../change/value-change.ts';
import type { PlannedWrite, ValuePlanner } from '../change/value-plan.ts';
import { toValueModel } from '../shown/value.wire.ts';
import type { SettingIndex } from '../snapshot/setting-index.ts';
import type { Actor, HistoryAction, StoredScope } from '../system-setting.types.ts';

export interface Written<T> {
  readonly body: T;
  readonly revision: number;
}

export interface ValueProblemModel {
  readonly index: number;
  readonly code: string;
  readonly errorCode: string;
  readonly errorArguments: readonly Readonly<Record<string, unknown>>[];
}

export interface ValueService {
  set(
    caller: Caller,
    context: Context,
    model: SvcSettingValuePersistModel,
    action?: HistoryAction,
  ): Promise<Written<SvcSettingValueModel>>;
  setAll(
    caller: Caller,
    context: Context,
    models: readonly SvcSettingValuePersistModel[],
  ): Promise<Written<readonly SvcSettingValueModel[]>>;
  revert(
    caller: Caller,
    context: Context,
    asked: {
      readonly code: string;
      readonly scope?: StoredScope;
      readonly tenantIdentifier?: string;
      readonly version?: number;
    },
  ): Promise<number>;
  /** As `setAll`, and nothing is written. */
  validate(
    caller: Caller,
    context: Context,
    models: readonly SvcSettingValuePersistModel[],
  ): Promise<readonly ValueProblemModel[]>;
}

/** Who writes, for the history. */
export function actorOf(caller: Caller, context: Context): Actor {
  const { username, tenantIdentifier } = caller;
  return { username, tenantIdentifier, ipAddress: context.remoteAddress, requestId: context.requestId };
}

function withIndex(error: unknown, index: number): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { errorArguments = [{}], ...options } = error.options;
  return new ServiceError(error.code, {
    ...options,
    errorArguments: errorArguments.map((one) => ({ index, ...one, ...fieldAt(one, index) })),
  });
}

function fieldAt(one: object, index: number): object {
  return 'field' in one && typeof one.field === 'string' ? { field: `[${index}].${one.field}` } : {};
}

/** Each entry's failure tells its place; the same level twice is one. */
function planAll(
  planner: ValuePlanner,
  caller: Caller,
  models: readonly SvcSettingValuePersistModel[],
): readonly PlannedWrite[] {
  const seen = new Map<string, number>();
  return models.map((model, at) => {
    try {
      const write = planner.plan(caller, model, 'SET');
      const level = `${write.code} ${write.tenantIdentifier ?? ''}`;
      const earlier = seen.get(level);
      if (earlier !== undefined) {
        const message = `Names the same setting and level as entry ${earlier}.`;
        invalid({ field: 'code', code: 'DUPLICATE_ENTRY', message });
      }
      seen.set(level, at);
      return write;
    } catch (error) {
      throw withIndex(error, at);
    }
  });
}

function requireCount(models: readonly unknown[], least: number): void {
  if (models.length >= least && models.length <= settingValuesMax) return;
  const code = models.length < least ? 'TOO_SHORT' : 'TOO_LONG';
  invalid({ field: '', code, message: `Must have ${least} to ${settingValuesMax} entries.` });
}

/** Problems of single entries first; where there are none, what all of them together would answer. */
function createValidation(planner: ValuePlanner, writer: ValueWriter): ValueService['validate'] {
  return async (caller, context, models) => {
    // A rehearsal keeps other writers out like a write.
    requireCount(models, 0);
    const problems: ValueProblemModel[] = [];
    const problemOf = (error: unknown, at: number): ValueProblemModel => {
      if (!(error instanceof ServiceError)) throw error;
      const errorArguments = (error.options.errorArguments ?? []) as ValueProblemModel['errorArguments'];
      return { index: at, code: models[at]?.code ?? '', errorCode: error.code, errorArguments };
    };
    for (const [at, model] of models.entries()) {
      try {
        planner.plan(caller, model, 'SET');
      } catch (error) {
        problems.push(problemOf(error, at));
      }
    }
    if (problems.length > 0 || models.length === 0) return problems;
    try {
      await writer.rehearse(() => planAll(planner, caller, models), actorOf(caller, context));
    } catch (error) {
      const told = error instanceof ServiceError ? error.options.errorArguments?.[0] : undefined;
      problems.push(problemOf(error, told !== undefined && 'index' in told ? Number(told.index) : 0));
    }
    return problems;
  };
}

export function createValueService(deps: {
  readonly index: SettingIndex;
  readonly planner: ValuePlanner;
  readonly writer: ValueWriter;
}): ValueService {
  const { writer, index, planner } = deps;

  const invalidAt = ({ code, tenantIdentifier }: PlannedWrite): boolean => {
    const entry = index.entry(code);
    const live = tenantIdentifier === null ? entry?.global : entry?.tenants.get(tenantIdentifier);
    return live?.invalid ?? false;
  };
  const modelsOf = (planned: readonly PlannedWrite[], { values }: WriteResult): readonly SvcSettingValueModel[] =>
    planned.map((write, at) => toValueModel(write, values[at] ?? null, invalidAt(write)));

  return {
    async set(caller, context, model, action = 'SET') {
      let planned: readonly PlannedWrite[] = [];
      const result = await writer.write(
        () => {
          planned = [planner.plan(caller, model, model.value === null && action === 'SET' ? 'REVERT' : action)];
          return planned;
        },
        actorOf(caller, context),
      );
      return { body: modelsOf(planned, result)[0]!, revision: result.revision };
    },
    async setAll(caller, context, models) {
      requireCount(models, 1);
      let planned: readonly PlannedWrite[] = [];
      const result = await writer.write(
        () => {
          planned = planAll(planner, caller, models);
          return planned;
        },
        actorOf(caller, context),
      );
      return { body: modelsOf(planned, result), revision: result.revision };
    },
    async revert(caller, context, { code, scope, tenantIdentifier, version }) {
      const model = { code, scope, tenantIdentifier, version, value: null } as SvcSettingValuePersistModel;
      const { revision } = await writer.write(() => [planner.plan(caller, model, 'REVERT')], actorOf(caller, context));
      return revision;
    },
    validate: createValidation(planner, writer),
  };
}
