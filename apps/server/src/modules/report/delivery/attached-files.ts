// Finds the files that a mail about a run carries, or the links that stand in their place; those of the recipient's own rows are made then.
import type { Kernel } from '../../../kernel/module.ts';
import type { KeptFile } from '../../mail-notification/api.ts';
import { fileKinds } from '../render/feature.ts';
import { type Execution, type Export, findExecutionOf, listExportsOf, type RunFeature } from '../run/feature.ts';
import type { Delivery } from './delivery.types.ts';

/** All files of a mail together; more would not pass many mail servers. */
const ATTACHED_BYTES_MAX = 10 * 1_048_576;

export interface MailFiles {
  /** Their bytes stay where they are. */
  readonly files: readonly KeptFile[];
  /** Is a line for each file that is fetched instead, by whoever signs in and may. */
  readonly links: string;
}

type Attachable = Pick<Export, 'outputFormat' | 'content' | 'byteCount'>;

/** Is what a mail carries, or the code by which it cannot be written. */
export type FoundFiles = MailFiles | { readonly errorCode: string };

const GONE = { errorCode: 'REPORT_OUTPUT_EXPIRED' } as const;

const NONE: MailFiles = { files: [], links: '' };

export interface AttachedFilesGround extends Pick<Kernel, 'address' | 'database'> {
  readonly runs: Pick<RunFeature, 'makePart'>;
}

export function createAttachedFiles({ address, database, runs }: AttachedFilesGround) {
  function linksTo({ uuid }: Execution, formats: readonly string[]): string {
    const output = `${address.read()}/report-executions/output/by-uuid/${uuid}`;
    return formats.map((format) => `\n${output}?format=${format}`).join('');
  }

  function attached({ fileName }: Execution, made: readonly Attachable[]): readonly KeptFile[] {
    return made.map(({ outputFormat, content, byteCount }) => {
      const { mediaType, ending } = fileKinds[outputFormat];
      return { name: `${fileName}.${ending}`, contentType: mediaType, size: byteCount!, content: content! };
    });
  }

  /** One after the other. What is too large for a mail is nowhere to be fetched: others' rows are. */
  async function partsOf(
    execution: Execution,
    column: string,
    { recipient: value, content: { formats } }: Delivery,
  ): Promise<FoundFiles> {
    const made: Attachable[] = [];
    let bytesLeft = ATTACHED_BYTES_MAX;
    for (const format of formats) {
      const file = await runs.makePart(execution, { format, part: { column, value }, bytesMax: bytesLeft });
      if ('errorCode' in file) return file;
      made.push({ outputFormat: format, content: file.content, byteCount: file.byteCount });
      bytesLeft -= file.byteCount;
    }
    return { files: attached(execution, made), links: '' };
  }

  return async (delivery: Delivery): Promise<FoundFiles> => {
    const { executionUuid, tenantIdentifier, content, kind, recipientColumn } = delivery;
    const { formats, attach, reason } = content;
    if (executionUuid === null || reason !== '') return NONE;
    const execution = await findExecutionOf(database, executionUuid, tenantIdentifier);
    if (execution === null) return GONE;
    if (recipientColumn !== null) return partsOf(execution, recipientColumn, delivery);
    if (kind === 'END') return { files: [], links: linksTo(execution, [execution.outputFormat]) };
    const made = (await listExportsOf(database, [execution.id])).filter(({ outputFormat }) =>
      formats.includes(outputFormat),
    );
    if (made.length < formats.length || made.some((file) => file.content === null)) return GONE;
    const size = made.reduce((sum, { byteCount }) => sum + (byteCount ?? 0), 0);
    if (!attach || size > ATTACHED_BYTES_MAX) return { files: [], links: linksTo(execution, formats) };
    return { files: attached(execution, made), links: '' };
  };
}
