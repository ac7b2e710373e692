// Finds the files that the fields of a mail task name: what is attached to the instance, and bytes that its variables hold.
import type { Value, Variables } from '@keelson/bpmn-core';
import { attachmentsMax } from '@keelson/contract';
import type { Kernel } from '../../../../kernel/module.ts';
import type { InlineOrder, StoredFile } from '../burst/burst.ts';
import { visibleVariables } from '../burst/visible-variables.ts';
import { callFailed, callIncident, type WorkOutcome } from '../burst/work-outcome.ts';
import { bytesText } from '../state/variable-value.ts';
import type { AttachedFileStore } from './attached-file.store.ts';

const BYTES_TYPE = 'application/octet-stream';

export type FoundFiles = { readonly files: readonly StoredFile[] } | { readonly refusal: WorkOutcome };

export function createFindMailFiles({
  contents,
  store,
}: Pick<Kernel, 'contents'> & { readonly store: AttachedFileStore }) {
  async function keep(name: string, base64: string): Promise<StoredFile> {
    const bytes = Buffer.from(base64, 'base64');
    const [content] = await contents.put([bytes]);
    return { name, contentType: BYTES_TYPE, size: bytes.byteLength, content: content! };
  }

  /**
   * Finds the files of a mail: an id or a name of what is attached comes before a variable of that name. What is missing waits for a
   * person, who can attach it and have the mail tried again.
   */
  return async function findMailFiles({ live, wait }: InlineOrder, fields: readonly Value[]): Promise<FoundFiles> {
    const entries = entriesOf(fields);
    if (typeof entries === 'string') return { refusal: callFailed(`PARAMETERS_INVALID: ${entries}`) };
    const { id: instanceId, tenantIdentifier } = live.state.facts;
    const names = entries.filter((entry) => bytesText(entry) === null);
    const attached = names.length === 0 ? NONE : await store.find(tenantIdentifier, instanceId, names);
    const open = live.state.waits.find(({ number }) => number === wait);
    const variables: Variables = open === undefined ? {} : visibleVariables(live.state, open.token);
    const files: StoredFile[] = [];
    for (const [index, entry] of entries.entries()) {
      const own = bytesText(entry);
      const found = attached.get(entry);
      const held = Object.hasOwn(variables, entry) ? bytesText(variables[entry] ?? null) : null;
      if (own !== null) files.push(await keep(`attachment-${index + 1}`, own));
      else if (found !== undefined && found.file !== null) files.push({ name: found.name, ...found.file });
      else if (held !== null) files.push(await keep(entry, held));
      else return { refusal: callIncident(found === undefined ? missing(entry) : withoutFile(entry)) };
    }
    return { files };
  };
}

export type FindMailFiles = ReturnType<typeof createFindMailFiles>;

const NONE: Awaited<ReturnType<AttachedFileStore['find']>> = new Map();

function missing(name: string): string {
  return `ATTACHMENT_MISSING: nothing called ${short(name)} is attached to the instance, and no variable of that name holds bytes`;
}

function withoutFile(name: string): string {
  return `ATTACHMENT_HAS_NO_FILE: ${short(name)} is attached as an address`;
}

function short(name: string): string {
  return name.length <= 255 ? name : `${name.slice(0, 255)}...`;
}

/**
 * Lists the entries of fields, or says what is wrong with them. A text has commas between its names; a name with a comma, and bytes, stand
 * in a list.
 */
function entriesOf(fields: readonly Value[]): readonly string[] | string {
  const entries = fields.flatMap((field) =>
    typeof field === 'string' && bytesText(field) === null ? field.split(',') : field,
  );
  const texts = entries.filter((entry) => typeof entry === 'string');
  if (texts.length < entries.length) return 'attachments are names of files, or bytes';
  const named = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
  return named.length > attachmentsMax ? `a mail takes ${attachmentsMax} files at most` : named;
}
