// Finds the files that a mail about a run carries, or the links that stand in their place.
import type { Kernel } from '../../../kernel/module.ts';
import { fileKinds } from '../render/feature.ts';
import { type Execution, type Export, findExecutionOf, listExportsOf } from '../run/feature.ts';
import type { Delivery } from './delivery.types.ts';

/** All files of a mail together; more would not pass many mail servers. */
export const ATTACHED_BYTES_MAX = 10 * 1_048_576;

export interface MailFiles {
  readonly attachments: readonly { readonly name: string; readonly contentType: string; readonly content: string }[];
  /** Is a line for each file that is fetched instead, by whoever signs in and may. */
  readonly links: string;
}

const NONE: MailFiles = { attachments: [], links: '' };

export type AttachedFilesGround = Pick<Kernel, 'address' | 'contents' | 'database'>;

export function createAttachedFiles({ address, contents, database }: AttachedFilesGround) {
  function linksTo({ uuid }: Execution, formats: readonly string[]): string {
    const output = `${address.read()}/report-executions/output/by-uuid/${uuid}`;
    return formats.map((format) => `\n${output}?format=${format}`).join('');
  }

  async function attached({ fileName }: Execution, made: readonly Export[]): Promise<MailFiles['attachments']> {
    const bytes = await contents.readAll(made.map(({ content }) => content!));
    return made.map(({ outputFormat }, index) => {
      const { mediaType, ending } = fileKinds[outputFormat];
      return { name: `${fileName}.${ending}`, contentType: mediaType, content: bytes[index]!.toString('base64') };
    });
  }

  /** Answers null where the files have gone. */
  return async ({ executionUuid, tenantIdentifier, content, kind }: Delivery): Promise<MailFiles | null> => {
    const { formats, attach, reason } = content;
    if (executionUuid === null || reason !== '') return NONE;
    const execution = await findExecutionOf(database, executionUuid, tenantIdentifier);
    if (execution === null) return null;
    if (kind === 'END') return { attachments: [], links: linksTo(execution, [execution.outputFormat]) };
    const made = (await listExportsOf(database, [execution.id])).filter(({ outputFormat }) =>
      formats.includes(outputFormat),
    );
    if (made.length < formats.length || made.some((file) => file.content === null)) return null;
    const size = made.reduce((sum, { byteCount }) => sum + (byteCount ?? 0), 0);
    if (!attach || size > ATTACHED_BYTES_MAX) return { attachments: [], links: linksTo(execution, formats) };
    return { attachments: await attached(execution, made), links: '' };
  };
}
