// Finds the files for a mail about a run, or the links in their place; files of the recipient's own rows are made then.
import type { Kernel } from '../../../kernel/module.ts';
import type { KeptFile } from '../../mail-notification/api.ts';
import { fileKinds } from '../render/feature.ts';
import { type Execution, type Export, findExecutionOf, listExportsOf, type RunFeature } from '../run/feature.ts';
import type { Delivery } from './delivery.types.ts';

/** Bytes of all files of a mail; many mail servers take no more. */
const ATTACHED_BYTES_MAX = 10 * 1_048_576;

export interface MailFiles {
  /** Files whose bytes stay in the content store. */
  readonly files: readonly KeptFile[];
  /** A line for each file that is downloaded instead, by people who may. */
  readonly links: string;
}

type Attachable = Pick<Export, 'outputFormat' | 'content' | 'byteCount'>;

/** Files of a mail, or the code of the reason why it cannot be written. */
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

  /**
   * Makes the files one by one. One too large for a mail cannot be downloaded either, as the run's page has the rows of
   * others.
   */
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
