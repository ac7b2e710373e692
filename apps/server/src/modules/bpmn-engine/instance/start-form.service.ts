// Shows the form with which somebody starts a version of a process.
import type { SvcBpmnFormModel } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { formToWire } from '../interface/form.wire.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import type { FormFilling } from '../runtime/forms/form-filling.ts';
import { placeOfStart, plainStartOf } from '../runtime/forms/form-place.ts';

export function createStartFormService({
  definitions,
  formFilling,
}: {
  readonly definitions: DefinitionCache;
  readonly formFilling: FormFilling;
}) {
  /** Answers the form of a start, an empty one where it has none. */
  return async function getStartForm(
    { caller }: Act,
    id: string,
    startElementId: string | null,
  ): Promise<SvcBpmnFormModel> {
    const { tenantIdentifier, username: startUserId } = caller;
    const definition = await definitions.findById(tenantIdentifier, id);
    if (definition === null) return failNotFound('DEFINITION_NOT_FOUND', { processDefinitionId: id });
    if (!definition.executable) fail('PROCESS_NOT_EXECUTABLE', { parameters: { key: definition.key } });
    const compiled = await definitions.compiled(id);
    const { implicitStart, startNodes } = compiled.model;
    if (plainStartOf(compiled, startElementId) === null) {
      if (startElementId !== null) failNotFound('START_EVENT_NOT_FOUND', { startElementId });
      if (!implicitStart && startNodes.length > 1) fail('START_EVENT_AMBIGUOUS');
    }
    const reader = formFilling.reader(caller, tenantIdentifier);
    const place = placeOfStart(compiled, startElementId, { tenantIdentifier, startUserId }, reader);
    return formToWire(null, place, place === null ? null : await formFilling.find(place));
  };
}

export type GetStartForm = ReturnType<typeof createStartFormService>;
