// Connects to an adapter with given fields, before it is stored or to test it.
import type {
  SvcRToolReportDataAdapterModelInput,
  SvcRToolReportDataAdapterTestModel,
  SvcRToolReportDataAdapterTestResultModel,
} from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { languagesOf } from '../../../kernel/request/languages.ts';
import { adapters } from './adapter.store.ts';
import { findingsOf, messageOf } from './adapter-findings.ts';
import { type AdapterGround, type ReachedFields, reasonOf } from './adapter-ground.ts';
import { isElsewhere, newAdapterProblems } from './adapter-input.ts';
import type { AdapterErrorCode } from './connection/adapter-error.ts';
import { type AdapterConnection, connectAdapter } from './connection/connect-adapter.ts';
import { readRights } from './connection/foreign.store.ts';

/** Limit for a test; a person waits no longer to learn that a server does not answer. */
export const TRY_MS = 2_000;

/** Ends the request where an adapter must not use the database, whether it answers or not. */
function refuse(code: AdapterErrorCode): void {
  if (code === 'OWN_DATABASE') fail('REPORT_ADAPTER_OWN_DATABASE');
  if (code === 'HOST_NOT_ALLOWED') fail('REPORT_HOST_NOT_ALLOWED');
}

/**
 * 422 where the host is not allowed or the database is the own one; a server that cannot be reached now is checked
 * again at each connection.
 */
export async function requireElsewhere(
  ground: AdapterGround,
  reached: ReachedFields,
  own: string | null,
): Promise<void> {
  try {
    const { end } = await connectAdapter(ground, ground.targetOf(reached, own), TRY_MS);
    void end(false);
  } catch (error) {
    refuse(reasonOf(error));
  }
}

/**
 * Makes the target of a body, with defaults as it would be stored; the stored secret of its code is used where it would
 * go to the same server.
 */
async function givenTarget(ground: AdapterGround, act: Act, body: SvcRToolReportDataAdapterModelInput) {
  const problems = newAdapterProblems(body);
  if (problems.length > 0) invalid(...problems);
  const { code, url, username, caCertificate = null, secretSettingCode = null, allowedHostList, secret } = body;
  const { tenantIdentifier } = act.caller;
  const reached = {
    tenantIdentifier,
    url,
    username,
    secretSettingCode,
    caCertificate,
    allowedHostList: allowedHostList ?? [],
  };
  const stored = secret === undefined ? await adapters.find(ground.database, act.caller, { code }) : null;
  const isSame = stored !== null && !isElsewhere(stored, reached);
  return { reached, own: isSame ? ground.openSecret(stored) : (secret ?? null) };
}

async function storedTarget(ground: AdapterGround, act: Act, code: string) {
  const stored = await adapters.get(ground.database, act.caller, { code });
  return { reached: stored, own: ground.openSecret(stored) };
}

function rightsOf({ client }: AdapterConnection) {
  return readRights(client, TRY_MS).catch(() => null);
}

/** Tests an adapter, also while its breaker is open or it is disabled. */
export async function tryAdapter(
  act: Act,
  ground: AdapterGround,
  { code, adapter }: SvcRToolReportDataAdapterTestModel,
): Promise<SvcRToolReportDataAdapterTestResultModel> {
  const languages = languagesOf(act.caller, act.context);
  const { reached, own } = await (adapter == null
    ? storedTarget(ground, act, code!)
    : givenTarget(ground, act, adapter));
  const begun = performance.now();
  try {
    const target = ground.targetOf(reached, own);
    const connection = await connectAdapter(ground, target, TRY_MS);
    const latencyMillis = Math.round(performance.now() - begun);
    const rights = await rightsOf(connection);
    void connection.end(rights === null);
    if (rights === null) return unavailable('ANSWER_INVALID', languages);
    const { serverVersion } = rights;
    const findingList = findingsOf(target.tls, rights, languages);
    return { available: true, latencyMillis, errorCode: null, errorMessage: null, serverVersion, findingList };
  } catch (error) {
    const reason = reasonOf(error);
    refuse(reason);
    return unavailable(reason, languages);
  }
}

function unavailable(
  errorCode: AdapterErrorCode,
  languages: readonly string[],
): SvcRToolReportDataAdapterTestResultModel {
  const errorMessage = messageOf(errorCode, languages);
  return { available: false, latencyMillis: null, errorCode, errorMessage, serverVersion: null, findingList: [] };
}
