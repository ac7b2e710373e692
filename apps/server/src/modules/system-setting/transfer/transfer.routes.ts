// Answers the contract operations that carry settings from one installation to another, and secrets from one key to another.
import type { Revisioned } from '../../../kernel/records/revisioned.ts';
import { translatedProblems } from '../../../kernel/request/translated-arguments.ts';
import { createCatchUpFirst, withRevision } from '../client-revision.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import type { SettingHandlers } from '../system-setting.types.ts';
import { exportSettings } from './export.ts';
import type { createSettingImport } from './import.service.ts';
import { type ReencryptionGround, reencryptAll } from './reencryption.ts';

export function createTransferHandlers({
  imports,
  snapshot,
  revisioned,
  ...reencryption
}: ReencryptionGround & {
  readonly imports: ReturnType<typeof createSettingImport>;
  readonly snapshot: SettingSnapshot;
  readonly revisioned: Revisioned;
}): SettingHandlers<'exportAll' | 'importAll' | 'reencryptSecrets'> {
  const current = createCatchUpFirst(revisioned);
  return {
    exportAll: current(({ act, body }) => exportSettings(snapshot.index, act.caller, body)),
    async importAll({ act, body: document, query: { dryRun = false, mode = 'MERGE' } }) {
      const result = await imports.importAll(act, { document, dryRun, mode });
      const problemList = translatedProblems(result.problemList, act.context.language);
      return withRevision({ ...result, problemList }, snapshot.revision);
    },
    reencryptSecrets: ({ act }) => reencryptAll(act.caller, reencryption),
  };
}
