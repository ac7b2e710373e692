// Makes the models of processes: fields, counts by the present rules, and contents on request.
import type { SvcBpmnProcessModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { type ContentPreparation, fileNameOf, type Judge } from '../content/prepare-content.ts';
import { decodeModel } from '../model/model-text.ts';
import { type Process, saveCounts } from '../record/process.store.ts';
import { type ShownContent, toSvcProcess } from '../record/process.wire.ts';

/** Contents that are asked for. */
export interface Wanted {
  readonly withXml?: boolean | null;
  readonly withSvg?: boolean | null;
}

export type ToProcessModels = ReturnType<typeof createShownProcesses>;

export function createShownProcesses({
  database,
  content,
  judge,
}: Pick<Kernel, 'database'> & { readonly content: ContentPreparation; readonly judge: () => Judge }) {
  /** Computes counts by the present rules, and stores them. */
  async function withFreshCounts(act: Act, row: Process): Promise<Process> {
    const rulesVersion = await judge().rulesVersion();
    if (row.content === null || row.rulesVersion === rulesVersion) return row;
    const file = { name: fileNameOf(row), bytes: await content.bytesOf(row.content) };
    const { counts } = await judge().validate(act, [file], { outside: false });
    await saveCounts(database, row, counts, rulesVersion);
    return { ...row, counts, rulesVersion };
  }

  async function shown(row: Process, { withXml, withSvg }: Wanted): Promise<ShownContent> {
    const text = async (hash: Buffer | null) => (hash === null ? null : content.bytesOf(hash));
    const [xml, svg] = [withXml ? await text(row.content) : null, withSvg ? await text(row.picture) : null];
    return {
      ...(withXml ? { bpmnXml: xml && decodeModel(xml) } : {}),
      ...(withSvg ? { svg: svg?.toString() ?? null } : {}),
    };
  }

  return async function toModels(act: Act, rows: readonly Process[], wanted: Wanted): Promise<SvcBpmnProcessModel[]> {
    const strictness = judge().strictnessOf(act.caller.tenantIdentifier);
    const models: SvcBpmnProcessModel[] = [];
    // One by one: each may have 15 MiB, and a page is for one reader.
    for (const row of rows) {
      models.push(toSvcProcess(await withFreshCounts(act, row), strictness, await shown(row, wanted)));
    }
    return models;
  };
}
