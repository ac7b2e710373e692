// Shows the form of an open task, with what its fields hold now.
import type { SvcBpmnFormModel } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { formToWire } from '../interface/form.wire.ts';
import type { FormFilling } from '../runtime/forms/form-filling.ts';
import { placeOfTask } from '../runtime/forms/form-place.ts';
import type { FindOpenTask } from './find-open-task.ts';

export function createTaskFormService({
  findOpenTask,
  formFilling,
}: {
  readonly findOpenTask: FindOpenTask;
  readonly formFilling: FormFilling;
}) {
  /** Answers the form of a task, an empty one where it has none. */
  return async function getTaskForm({ caller }: Act, id: string): Promise<SvcBpmnFormModel> {
    const { live, task } = await findOpenTask(caller, id);
    const place = placeOfTask(live, task, formFilling.reader(caller, caller.tenantIdentifier));
    return formToWire(id, place, place === null ? null : await formFilling.find(place));
  };
}

export type GetTaskForm = ReturnType<typeof createTaskFormService>;
