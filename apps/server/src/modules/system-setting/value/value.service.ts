// Sets and removes values of tenants and of all, one or several.
import type { SvcSettingValueModel, SvcSettingValuePersistModel } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import type { Plan, Revisioned } from '../../../kernel/records/revisioned.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { invalid, ServiceError } from '../../../kernel/request/errors.ts';
import { type ChangeValues, requireCurrent, type WrittenValue } from '../change/value-change.ts';
import type { PlannedWrite, ValuePlanner } from '../change/value-plan.ts';
import { toWrittenModel } from '../shown/value.wire.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import type { HistoryAction, StoredScope } from '../system-setting.types.ts';

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

type Models = readonly SvcSettingValuePersistModel[];

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

/** Plans all writes; each failure names its entry, and a repeated level is one. */
function planAll(planner: ValuePlanner, caller: Caller, models: Models): readonly PlannedWrite[] {
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

function problemOf(models: Models, error: unknown, index: number): ValueProblemModel {
  if (!(error instanceof ServiceError)) throw error;
  const errorArguments = (error.options.errorArguments ?? []) as ValueProblemModel['errorArguments'];
  return { index, code: models[index]?.code ?? '', errorCode: error.code, errorArguments };
}

interface ValueServiceGround {
  readonly snapshot: SettingSnapshot;
  readonly planner: ValuePlanner;
  readonly changeValues: ChangeValues;
  readonly revisioned: Revisioned;
}

type PlanWrites = () => readonly PlannedWrite[];

/** Creates the plan in a turn of the revision, where memory may be too old. */
function createTurnPlan({ snapshot, changeValues }: ValueServiceGround) {
  return (plan: PlanWrites): Plan<readonly WrittenValue[]> =>
    async (turn) => {
      const planned = plan();
      const definitions = planned.map(({ definition }) => definition);
      await requireCurrent(turn, snapshot, definitions);
      return changeValues(turn, planned);
    };
}

function createValidation(ground: ValueServiceGround) {
  const { planner, revisioned } = ground;
  const inTurn = createTurnPlan(ground);
  /** Does as `setAll` without writing. Problems of single entries come first; without any, those of all together. */
  return async (act: Act, models: Models): Promise<ValueProblemModel[]> => {
    // A dry run takes the lock like a write.
    const problems: ValueProblemModel[] = [];
    for (const [at, model] of models.entries()) {
      try {
        planner.plan(act.caller, model, 'SET');
      } catch (error) {
        problems.push(problemOf(models, error, at));
      }
    }
    if (problems.length > 0 || models.length === 0) return problems;
    try {
      await revisioned.rehearse(
        act.actor,
        inTurn(() => planAll(planner, act.caller, models)),
      );
    } catch (error) {
      const first = error instanceof ServiceError ? error.options.errorArguments?.[0] : undefined;
      problems.push(problemOf(models, error, first !== undefined && 'index' in first ? Number(first.index) : 0));
    }
    return problems;
  };
}

export function createValueService(ground: ValueServiceGround) {
  const { snapshot, planner, revisioned } = ground;
  const inTurn = createTurnPlan(ground);
  const write = async (act: Act, plan: PlanWrites) => {
    // Refusals from memory come before the wait for the lock.
    plan();
    const { answer, revision } = await revisioned.change(act.actor, inTurn(plan));
    return { models: answer.map((one) => toWrittenModel(snapshot.index, one.write, one.after)), revision };
  };

  return {
    validate: createValidation(ground),
    async set(
      act: Act,
      model: SvcSettingValuePersistModel,
      action: HistoryAction = 'SET',
    ): Promise<Written<SvcSettingValueModel>> {
      const kind = model.value === null && action === 'SET' ? 'REVERT' : action;
      const { models, revision } = await write(act, () => [planner.plan(act.caller, model, kind)]);
      return { body: models[0]!, revision };
    },
    async setAll(act: Act, given: Models): Promise<Written<SvcSettingValueModel[]>> {
      const { models, revision } = await write(act, () => planAll(planner, act.caller, given));
      return { body: models, revision };
    },
    /** Answers the revision that holds the removal. */
    async revert(
      act: Act,
      asked: {
        readonly code: string;
        readonly scope?: StoredScope;
        readonly tenantIdentifier?: string;
        readonly version?: number;
      },
    ): Promise<number> {
      const model = { ...asked, value: null } as SvcSettingValuePersistModel;
      return (await write(act, () => [planner.plan(act.caller, model, 'REVERT')])).revision;
    },
  };
}
