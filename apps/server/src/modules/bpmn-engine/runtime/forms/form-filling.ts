// Fills forms in: shows what they ask for, and holds what was sent against them within the command that sends it.
import type { Variables } from '@keelson/bpmn-core';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { type ArgumentProblem, fail } from '../../../../kernel/request/errors.ts';
import type { LoopBudget } from '../loop-budget.ts';
import type { EngineLimits } from '../state/engine-limits.ts';
import { checkForm } from './check-form.ts';
import { createFormStore, type FormWanted } from './form.store.ts';
import type { FormPlace, ReadBy } from './form-place.ts';
import { createForms, type Form, formAt } from './forms.ts';

export interface Filled {
  /** Variables that were sent, with the defaults of those that were left out. */
  readonly variables: Variables;
  /** Business key by the field that gives it; null where no field does. */
  readonly businessKey: string | null;
}

/** Fills a form in with what was sent; ends the request where that does not fit. A place without a form takes everything. */
export type FillForm = (place: FormPlace | null, sent: Variables) => Filled;

/**
 * Thrown where a command needs a deployed form that has not been read: it is decided without waiting, so it ends, and begins again with
 * the form.
 */
class FormMissing extends Error {
  readonly wanted: FormWanted;
  constructor(wanted: FormWanted) {
    super(`the form ${wanted.key} is not at hand`);
    this.wanted = wanted;
  }
}

/** Bound of the forms that one request reads: the version that an expression names may be another one each time. */
const FORMS_READ_MAX = 5;
const BUSINESS_KEY_LENGTH_MAX = 255;

export function createFormFilling(
  { clock, database }: Pick<Kernel, 'clock' | 'database'>,
  { limits, budget }: { readonly limits: EngineLimits; readonly budget: LoopBudget },
) {
  const forms = createForms(createFormStore(database));

  function fill({ tenantIdentifier, username }: Caller, form: Form, place: FormPlace, sent: Variables): Filled {
    const { problems, variables } = budget.run(tenantIdentifier, username, () => checkForm(form, place, sent));
    const key = businessKeyOf(place, variables);
    const all = typeof key === 'object' && key !== null ? [...problems, key] : problems;
    if (all.length > 0) fail('FORM_INVALID', { parameters: { count: all.length }, errorArguments: all });
    return { variables, businessKey: typeof key === 'string' ? key : null };
  }

  return {
    /** Makes the reader of a form: who looks at one of this tenant now. */
    reader:
      ({ username }: Caller, tenantIdentifier: string): ReadBy =>
      () => ({ host: limits.host(tenantIdentifier), username, at: clock.now() }),

    async find(place: FormPlace): Promise<Form> {
      const found = formAt(place);
      return 'form' in found ? found.form : forms.load(found.wanted);
    },

    /** Runs work in which forms are filled in; once more for each deployed form that has to be read first. */
    async within<T>(caller: Caller, work: (fillForm: FillForm) => Promise<T>): Promise<T> {
      const loaded = new Map<string, Form>();
      const fillForm: FillForm = (place, sent) => {
        if (place === null) return { variables: sent, businessKey: null };
        const found = formAt(place);
        const form = 'form' in found ? found.form : loaded.get(nameOf(found.wanted));
        if (form !== undefined) return fill(caller, form, place, sent);
        throw 'wanted' in found ? new FormMissing(found.wanted) : new Error('a form of the model is at hand');
      };
      for (;;) {
        try {
          return await work(fillForm);
        } catch (error) {
          if (!(error instanceof FormMissing)) throw error;
          if (loaded.size >= FORMS_READ_MAX) fail('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
          loaded.set(nameOf(error.wanted), await forms.load(error.wanted));
        }
      }
    },
  };
}

export type FormFilling = ReturnType<typeof createFormFilling>;

function nameOf({ key, binding, version, deploymentId }: FormWanted): string {
  return JSON.stringify([key, binding, version, deploymentId]);
}

/** Answers the text of the field that gives the business key, or why it can be none. */
function businessKeyOf({ model }: FormPlace, variables: Variables): string | ArgumentProblem | null {
  const field = model.fields.find(({ id }) => id === model.businessKeyField);
  const value = field === undefined ? null : (variables[field.variable] ?? null);
  if (field === undefined || (typeof value !== 'string' && typeof value !== 'number') || value === '') return null;
  const key = String(value);
  if (key.length <= BUSINESS_KEY_LENGTH_MAX) return key;
  const message = `Must have at most ${BUSINESS_KEY_LENGTH_MAX} characters.`;
  return { field: `variables.${field.variable}`, code: 'TOO_LONG', message };
}
