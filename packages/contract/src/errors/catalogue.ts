// Puts every error code that an operation can answer together from the files beside it.
import { bpmnEngineErrors } from './bpmn-engine-errors.ts';
import { commonErrors } from './common-errors.ts';
import type { ErrorDefinition } from './definition.ts';
import { directoryErrors } from './directory-errors.ts';
import { factorErrors } from './factor-errors.ts';
import { loggerProducerErrors } from './logger-producer-errors.ts';
import { bpmnAdminErrors } from './modules/bpmn-admin-errors.ts';
import { mailCalendarErrors } from './modules/mail-calendar-errors.ts';
import { mailErrors } from './modules/mail-errors.ts';
import { mailProviderErrors } from './modules/mail-provider-errors.ts';
import { mailTemplateErrors } from './modules/mail-template-errors.ts';
import { notificationPollingErrors } from './modules/notification-polling-errors.ts';
import { reportAdapterErrors } from './modules/report/report-adapter-errors.ts';
import { reportErrors } from './modules/report/report-errors.ts';
import { reportScheduleErrors } from './modules/report/report-schedule-errors.ts';
import { sessionErrors } from './modules/session-errors.ts';
import { systemMenuErrors } from './modules/system-menu-errors.ts';
import { systemSettingErrors } from './modules/system-setting-errors.ts';
import { signInErrors } from './sign-in-errors.ts';

export {
  type ErrorClassName,
  type ErrorDefinition,
  errorClassNames,
  type Language,
  languages,
} from './definition.ts';

/** Every code; a code means the same in every module. A code that stands in two files is a defect (see the tests). */
export const errorCatalogue = {
  ...commonErrors,
  ...sessionErrors,
  ...signInErrors,
  ...factorErrors,
  ...directoryErrors,
  ...systemSettingErrors,
  ...systemMenuErrors,
  ...bpmnEngineErrors,
  ...bpmnAdminErrors,
  ...reportErrors,
  ...reportAdapterErrors,
  ...reportScheduleErrors,
  ...loggerProducerErrors,
  ...notificationPollingErrors,
  ...mailErrors,
  ...mailProviderErrors,
  ...mailCalendarErrors,
  ...mailTemplateErrors,
};

export type ErrorCode = keyof typeof errorCatalogue;

/** Finds the entry of a code. */
export function errorDefinition(code: ErrorCode): ErrorDefinition {
  return errorCatalogue[code];
}
