// Writes the next version of a process: its row, the derived columns, and the working copy.

import type { ContentHash } from '../../../kernel/content/content-store.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import { keepWorkingCopy } from '../record/model.store.ts';
import { type Process, processes } from '../record/process.store.ts';
import { keepReferences } from '../record/reference.store.ts';
import { keepVersion, type Version } from '../record/version.store.ts';
import { contentFields, type PreparedContent } from './prepare-content.ts';

export interface NextVersion {
  readonly content: PreparedContent;
  readonly picture: ContentHash | null;
  /** The editor's own source of the content. */
  readonly source?: ContentHash | null;
  readonly comment: string | null;
  readonly origin: Version['origin'];
}

/** Says by whom and when. */
export interface Change {
  readonly by: string;
  readonly now: Date;
}

/** Makes the fields of version 1, which is written with the process; `addVersion` adds further ones. */
export function firstVersionFields({ content, picture }: Pick<NextVersion, 'content' | 'picture'>) {
  return { ...contentFields(content), picture, currentVersion: 1 };
}

/** Writes the row of the present version, its references and the working copy, along with the commit. */
export function keepVersionOf(tx: Transaction, process: Process, next: NextVersion, { by, now }: Change): void {
  const { content, picture, comment, origin, source = null } = next;
  const { id: processId, currentVersion: number, name } = process;
  const { hash, size, counts, rulesVersion } = content;
  const version = { processId, number, name, comment, content: hash, picture, size, origin, counts, rulesVersion };
  keepVersion(tx, { ...version, createdBy: by, dateCreated: now });
  keepReferences(tx, process, content.uses.references);
  keepWorkingCopy(tx, processId, { content: hash, picture, source, xmlStale: false, baseVersion: number });
}

/** Adds a version; the lock of the process makes its number unique. */
export async function addVersion(
  tx: Transaction,
  locked: Process,
  next: NextVersion,
  change: Change,
  others: Parameters<typeof processes.update>[2] = {},
): Promise<Process> {
  const { content, picture } = next;
  const fields = { ...others, ...contentFields(content), picture, currentVersion: locked.currentVersion + 1 };
  const process = await processes.update(tx, locked, fields, change);
  keepVersionOf(tx, process, next, change);
  return process;
}
