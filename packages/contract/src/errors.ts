// Every error code that an operation can answer: the door to the catalogue, which lies in `errors/` by concept.
import { bpmnEngineErrors } from './errors/bpmn-engine-errors.ts';
import { commonErrors } from './errors/common-errors.ts';
import type { ErrorDefinition } from './errors/definition.ts';
import { directoryErrors } from './errors/directory-errors.ts';
import { factorErrors } from './errors/factor-errors.ts';
import { sessionErrors } from './errors/session-errors.ts';
import { signInErrors } from './errors/sign-in-errors.ts';
import { systemMenuErrors } from './errors/system-menu-errors.ts';
import { systemSettingErrors } from './errors/system-setting-errors.ts';

export {
  type ErrorClassName,
  type ErrorDefinition,
  errorClassNames,
  type Language,
  languages,
} from './errors/definition.ts';

/** The catalogue; a code means the same in every module. A code that stands in two files is a defect (see the tests). */
export const errorCatalogue = {
  ...commonErrors,
  ...sessionErrors,
  ...signInErrors,
  ...factorErrors,
  ...directoryErrors,
  ...systemSettingErrors,
  ...systemMenuErrors,
  ...bpmnEngineErrors,
};

export type ErrorCode = keyof typeof errorCatalogue;

/** The entry of a code. */
export function errorDefinition(code: ErrorCode): ErrorDefinition {
  return errorCatalogue[code];
}
