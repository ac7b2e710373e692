// Checks whether the requester of a run may still have it when its turn comes.
import type { ReportPermission } from '@keelson/contract';
import type { DataSetDefinition } from '../../../kernel/data-sets.ts';
import { grantKey } from '../../../kernel/request/caller.ts';
import type { AuthenticationApi } from '../../authentication/api.ts';
import type { RightHolder, StoredReport } from '../report.types.ts';
import type { Execution } from '../run/feature.ts';

export interface StillAllowedGround {
  readonly authentication: () => Pick<AuthenticationApi, 'findKeyGrants' | 'findUserGrants'>;
  readonly findVersion: (run: Execution) => Promise<StoredReport | null>;
  readonly findDataSet: (code: string) => DataSetDefinition | null;
  /** Answers the present permissions for a report; none where it does not exist. */
  readonly permissionsOf: (holder: RightHolder, reportUuid: string) => Promise<readonly ReportPermission[]>;
}

/**
 * Creates the check. A requester whom no directory knows keeps the rights of the time of queueing: another system began
 * that session.
 */
export function createStillAllowed(ground: StillAllowedGround) {
  const { authentication, findVersion, findDataSet, permissionsOf } = ground;

  async function holderOf({ tenantIdentifier, requestedBy, apiKeyUuid }: Execution): Promise<RightHolder | null> {
    const found =
      apiKeyUuid === null
        ? await authentication().findUserGrants(tenantIdentifier, requestedBy)
        : await authentication().findKeyGrants(tenantIdentifier, apiKeyUuid);
    return (
      found && {
        tenantIdentifier,
        roles: new Set(found.roles),
        authorities: new Set(found.authorities.map(({ authority }) => authority)),
        grants: new Set(found.authorities.map(({ role, authority }) => grantKey(role, authority))),
      }
    );
  }

  return async (run: Execution): Promise<boolean> => {
    if (run.userUuid === null && run.apiKeyUuid === null) return true;
    const holder = await holderOf(run);
    if (holder === null || !holder.authorities.has('REPORT_EXECUTE')) return false;
    const code = (await findVersion(run))?.query.dataSetCode;
    const dataSet = code ? findDataSet(code) : null;
    if (dataSet !== null && !holder.authorities.has(dataSet.authority)) return false;
    return (await permissionsOf(holder, run.reportUuid)).includes('EXECUTE');
  };
}
