// Shows the versions of a process, and makes an older one the current one.
import {
  listRowsMax,
  type SvcBpmnModelDiffModel,
  type SvcBpmnProcessModel,
  type SvcBpmnProcessRestoreModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { bpmnAdminEvents } from '../bpmn-admin.events.ts';
import type { ContentPreparation, Judge } from '../content/prepare-content.ts';
import { addVersion } from '../content/write-version.ts';
import { decodeModel } from '../model/model-text.ts';
import type { Models } from '../model/models.ts';
import { processes } from '../record/process.store.ts';
import { toSvcProcess } from '../record/process.wire.ts';
import { findVersion, type ListedVersion, listVersions } from '../record/version.store.ts';
import { toSvcVersion } from './version.wire.ts';

interface VersionGround extends Pick<Kernel, 'database' | 'clock'> {
  readonly content: ContentPreparation;
  readonly judge: () => Judge;
  readonly models: Pick<Models, 'compare'>;
}

/** The process and the number of a version, as in its address. */
export interface VersionAddress {
  readonly id: number;
  readonly versionNumber: number;
}

export type VersionService = ReturnType<typeof createVersionService>;

export function createVersionService({ database, clock, content, judge, models }: VersionGround) {
  const strictnessOf = ({ caller }: Act) => judge().strictnessOf(caller.tenantIdentifier);

  async function find(act: Act, { id, versionNumber }: VersionAddress): Promise<ListedVersion> {
    await processes.get(database, act.caller, { id });
    return (
      (await findVersion(database, id, versionNumber)) ?? failNotFound('PROCESS_VERSION_NOT_FOUND', { versionNumber })
    );
  }

  return {
    async list(act: Act, id: number) {
      await processes.get(database, act.caller, { id });
      const versions = await listVersions(database, id, listRowsMax);
      return versions.map((version) => toSvcVersion(version, strictnessOf(act)));
    },
    get: async (act: Act, address: VersionAddress) => toSvcVersion(await find(act, address), strictnessOf(act)),
    async xml(act: Act, address: VersionAddress): Promise<string> {
      return decodeModel(await content.bytesOf((await find(act, address)).content));
    },
    async svg(act: Act, address: VersionAddress): Promise<string> {
      const { picture } = await find(act, address);
      if (picture === null) return failNotFound('DIAGRAM_NOT_FOUND', { versionNumber: address.versionNumber });
      return (await content.bytesOf(picture)).toString();
    },

    /** Without `to` the current version, without `from` the one before. */
    async diff(
      act: Act,
      id: number,
      asked: { readonly from?: number; readonly to?: number },
    ): Promise<SvcBpmnModelDiffModel> {
      const { currentVersion, code } = await processes.get(database, act.caller, { id });
      if (currentVersion === 0) return fail('MODEL_EMPTY', { parameters: { code } });
      const to = asked.to ?? currentVersion;
      const from = asked.from ?? Math.max(1, to - 1);
      const bytesOf = async (versionNumber: number) =>
        content.bytesOf((await find(act, { id, versionNumber })).content);
      const [before, after] = [await bytesOf(from), await bytesOf(to)];
      const compared = await models.compare(act.caller.tenantIdentifier, before, after);
      return 'difference' in compared ? { from, to, ...compared.difference } : fail('MODEL_NOT_COMPARABLE');
    },

    restore: (act: Act, address: VersionAddress, body: SvcBpmnProcessRestoreModel): Promise<SvcBpmnProcessModel> =>
      act.once(async (claim) => {
        const old = await find(act, address);
        const restored = await content.prepare(act, await content.bytesOf(old.content));
        return database.transaction(async (tx) => {
          const before = await processes.lock(tx, act.caller, { id: address.id }, body.version);
          const change = { by: act.caller.username, now: new Date(clock.now()) };
          const { comment = null } = body;
          const next = { content: restored, picture: old.picture, comment, origin: 'RESTORE' as const };
          const row = await addVersion(tx, before, next, change);
          const detail = { ...processes.detail(before, row), restoredVersion: old.number };
          await act.record(
            tx,
            bpmnAdminEvents.restored,
            { name: row.code, tenantIdentifier: row.tenantIdentifier },
            detail,
          );
          const answer = toSvcProcess(row, strictnessOf(act));
          await claim.save(tx, answer);
          return answer;
        });
      }),
  };
}
