// Writes a saved process: a new one, or a change with its next version, with the event.
import type { SvcBpmnProcessModel } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import { bpmnAdminEvents } from '../bpmn-admin.events.ts';
import type { PreparedContent } from '../content/prepare-content.ts';
import { isProcessCode } from '../content/process-code.ts';
import { addVersion, firstVersionFields, keepVersionOf } from '../content/write-version.ts';
import { EMPTY_COPY, getWorkingCopy, insertWorkingCopy, keepWorkingCopy } from '../record/model.store.ts';
import { type Process, processes } from '../record/process.store.ts';
import { savePicture } from '../record/version.store.ts';
import type { Brought } from './save-content.ts';

/** Answers the code; by default the id of the main process of the content. */
function codeOf({ code }: SvcBpmnProcessModel, found: PreparedContent | null): string {
  if (code !== null && code !== undefined) return code;
  const id = found?.facts.mainId ?? '';
  if (isProcessCode(id)) return id;
  return invalid({
    field: 'code',
    code: 'REQUIRED',
    message: 'Must be given: the content has no id that can be a code.',
  });
}

export function createProcessWriter({ clock, ids }: Pick<Kernel, 'clock' | 'ids'>) {
  const changeOf = ({ caller }: Act) => ({ by: caller.username, now: new Date(clock.now()) });

  async function create(tx: Transaction, act: Act, body: SvcBpmnProcessModel, brought: Brought): Promise<number> {
    const { content: found, source } = brought;
    const code = codeOf(body, found);
    const standard =
      source === null ? {} : { description: source.description, tags: source.tags, category: source.category };
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined));
    const fields = processes.fieldsOf({ ...standard, ...given, code });
    const picture = brought.picture === undefined ? (source?.picture ?? null) : brought.picture;
    const origin = source === null ? 'SAVE' : 'COPY';
    const change = changeOf(act);
    const record = {
      uuid: ids.uuidV7(),
      tenantIdentifier: act.caller.tenantIdentifier,
      ...fields,
      ...(found === null ? { type: body.type ?? 'BPMN' } : firstVersionFields({ content: found, picture })),
      sourceProcessId: source?.id ?? null,
      sourceVersion: source?.currentVersion ?? null,
    };
    const row = await processes.insert(tx, record, change);
    await insertWorkingCopy(tx, row.id, EMPTY_COPY);
    if (found !== null) keepVersionOf(tx, row, { content: found, picture, comment: null, origin }, change);
    await act.record(
      tx,
      bpmnAdminEvents.saved,
      { name: row.code, tenantIdentifier: row.tenantIdentifier },
      processes.detail(null, row),
    );
    return row.id;
  }

  async function update(
    tx: Transaction,
    act: Act,
    body: SvcBpmnProcessModel & { id: number; version: number },
    brought: Brought,
  ) {
    const { content: found, source } = brought;
    const before = await processes.lock(tx, act.caller, { id: body.id }, body.version);
    const change = changeOf(act);
    const derived = source === null ? {} : { sourceProcessId: source.id, sourceVersion: source.currentVersion };
    const fields = { ...processes.changesOf(body, before), ...derived };
    const differs = found !== null && !(before.content?.equals(found.hash) ?? false);
    let row: Process;
    if (differs) {
      const picture = brought.picture === undefined ? (source?.picture ?? null) : brought.picture;
      const next = { content: found, picture, comment: null, origin: source === null ? 'SAVE' : 'COPY' } as const;
      row = await addVersion(tx, before, next, change, fields);
    } else {
      const { picture } = brought;
      row = await processes.update(tx, before, { ...fields, ...(picture === undefined ? {} : { picture }) }, change);
      if (picture !== undefined) {
        await savePicture(tx, row, picture);
        const copy = await getWorkingCopy(tx, row.id);
        keepWorkingCopy(tx, row.id, { ...copy, picture });
      }
    }
    await act.record(
      tx,
      bpmnAdminEvents.saved,
      { name: row.code, tenantIdentifier: row.tenantIdentifier },
      processes.detail(before, row),
    );
    return row.id;
  }

  return { create, update };
}
