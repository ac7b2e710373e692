// The actions that the engine itself brings: a setting, an HTTP call, a decision.
import type { Variables } from '@keelson/bpmn-core';
import { callFailed, type WorkOutcome, workDone } from '../burst/work-outcome.ts';
import type { DecideByName } from '../decisions/decision-work.ts';
import type { SendHttp } from '../http/http-work.ts';
import type { ReadableSetting } from '../state/engine-limits.ts';
import type { Action, OwnCall } from './actions.ts';

/** Parameters of `http.request` as HTTP tasks name them. */
const HTTP_FIELDS: Readonly<Record<string, string>> = {
  url: 'requestUrl',
  method: 'requestMethod',
  headers: 'requestHeaders',
  body: 'requestBody',
  timeout: 'requestTimeout',
};

export function createOwnActions({
  readSetting,
  sendHttp,
  decide,
}: {
  readonly readSetting: ReadableSetting;
  readonly sendHttp: SendHttp;
  readonly decide: DecideByName;
}): readonly Action[] {
  return [
    {
      name: 'setting.read',
      required: ['code'],
      optional: ['default'],
      authority: null,
      byJob: false,
      async work({ parameters, person }) {
        const code = String(parameters.code ?? '');
        const value = readSetting(person.tenantIdentifier, code) ?? parameters.default;
        return value === undefined ? callFailed(`SETTING_UNKNOWN: no setting ${code} can be read`) : workDone(value);
      },
    },
    {
      name: 'http.request',
      required: ['url'],
      optional: ['method', 'headers', 'body', 'timeout'],
      authority: null,
      byJob: true,
      work: ({ parameters, person, jobId }) =>
        sendHttp({
          tenantIdentifier: person.tenantIdentifier,
          jobId,
          fields: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [HTTP_FIELDS[name], value])),
        }),
    },
    {
      name: 'decision.evaluate',
      required: ['key'],
      optional: ['variables', 'version', 'versionTag'],
      authority: 'BPMN_DEFINITION_VIEW',
      byJob: false,
      work: (call) => evaluate(decide, call),
    },
  ];
}

/** Evaluates a decision, which sees what the element sees, unless the call says what it is to see. */
async function evaluate(decide: DecideByName, { parameters, person, order, at }: OwnCall): Promise<WorkOutcome> {
  const { key, version, versionTag, variables = order.variables } = parameters;
  if (!isMap(variables)) return callFailed('PARAMETERS_INVALID: decision.evaluate: variables is no map');
  const options = {
    ...(version === undefined ? {} : { binding: 'version', version }),
    ...(versionTag === undefined ? {} : { binding: 'versionTag', versionTag }),
  };
  const { tenantIdentifier, username } = person;
  return decide({ key: String(key ?? ''), options, variables, of: { tenantIdentifier, username, at } });
}

function isMap(value: unknown): value is Variables {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
