// Does native calls: as the person behind the definition, within the burst or by a job, as the action has it.
import type { InlineOrder, InlineWork } from '../burst/burst.ts';
import { callFailed, callIncident, type WorkOutcome } from '../burst/work-outcome.ts';
import type { JobWork } from '../jobs/work-job.ts';
import type { FindActingPerson } from './acting-person.ts';
import type { Action, Actions, OwnCall } from './actions.ts';

export function createNativeWork({
  actions,
  findActingPerson,
}: {
  readonly actions: Pick<Actions, 'find'>;
  readonly findActingPerson: FindActingPerson;
}): { readonly inline: InlineWork; readonly byJob: JobWork } {
  async function call<Outcome>(
    action: { readonly authority: string | null; work(call: OwnCall): Promise<Outcome> },
    order: Omit<InlineOrder, 'batch' | 'seen'>,
    jobId: string,
  ): Promise<Outcome | WorkOutcome> {
    const { parameters } = order.order;
    const person = await findActingPerson(order.live);
    if ('absence' in person) return callIncident(person.absence);
    const { authority } = action;
    if (authority !== null && !person.holds(authority)) {
      return callIncident(
        `AUTHORITY_MISSING: ${person.username}, as whom the definition acts, does not hold ${authority}`,
      );
    }
    return action.work({ ...order, person, parameters, jobId });
  }

  function actionOf({ order }: Pick<InlineOrder, 'order'>): Action | null {
    return actions.find(order.target.trim());
  }

  const unknown = ({ order }: Pick<InlineOrder, 'order'>) =>
    callFailed(`ACTION_UNKNOWN: there is no native call ${order.target}`);

  return {
    inline(order) {
      const action = actionOf(order);
      if (action === null) return Promise.resolve(unknown(order));
      const refused = refusalOf(action, order);
      if (refused !== null) return Promise.resolve(refused);
      return action.byJob ? null : call(action, order, jobIdOf(order));
    },
    async byJob({ live, wait, order, at }) {
      const action = actionOf({ order });
      const { signal } = new AbortController();
      const given = { live, wait, order, at, signal };
      return action === null ? unknown(given) : call(action, given, jobIdOf(given));
    },
  };
}

function jobIdOf({ live, wait }: Pick<InlineOrder, 'live' | 'wait'>): string {
  return `${live.state.facts.id}-j${wait}`;
}

/** Says why a call cannot be made: a name that was computed has not been checked at the deployment. */
function refusalOf({ name, required, optional }: Action, { order }: Pick<InlineOrder, 'order'>): WorkOutcome | null {
  const given = Object.keys(order.parameters);
  const missing = required.filter((parameter) => !given.includes(parameter));
  const wrong = [...missing, ...given.filter((each) => !required.includes(each) && !optional.includes(each))];
  return wrong.length === 0 ? null : callFailed(`PARAMETERS_INVALID: ${name}: ${wrong.join(', ')}`);
}
