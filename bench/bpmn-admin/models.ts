// Saves process models for the bars of the BPMN admin, in the name of many: what one caller may have read within a minute is bounded.
import { createContentStore } from '../../apps/server/src/kernel/content/content-store.ts';
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { createLogger } from '../../apps/server/src/kernel/process/logger.ts';
import { call } from '../bars/calls.ts';

export interface SavedModel {
  readonly id: number;
  readonly modelId: number;
}

export async function saveModel(origin: string, token: string, bpmnXml: string): Promise<SavedModel> {
  const id = await call<number>(origin, '/process/save', { token, body: { bpmnXml } });
  const { modelId } = await call<SavedModel>(origin, `/process/${id}`, { method: 'GET', token });
  return { id, modelId };
}

/** Posts a form as editors do; throws on any answer but 200. */
export async function postForm(origin: string, token: string, modelId: number, form: string): Promise<void> {
  const answer = await fetch(`${origin}/process/model/${modelId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`the form was answered ${answer.status}: ${text.slice(0, 500)}`);
}

/** Answers the key of somebody else, who may edit models. */
export async function editorKey(origin: string, token: string, number: number): Promise<string> {
  const body = { name: `editor-${number}`, authorityList: ['BPMN_MODEL_VIEW', 'BPMN_MODEL_EDIT'], owner: 'TENANT' };
  return (await call<{ readonly key: string }>(origin, '/api-keys', { token, body })).key;
}

const copyProcesses = sql(
  'bench_copy_processes',
  `INSERT INTO bpa_process (uuid, version, tenant_identifier, namespace, code, name, name_folded, type, tags, current_version, content,
     file_processes, element_names, element_names_folded, problem_counts, rules_version, created_by, updated_by, date_created,
     date_updated, deleted)
   SELECT gen_random_uuid(), 0, p.tenant_identifier, p.namespace, 'copy-' || c.number, p.name, p.name_folded, p.type, p.tags, 1, c.content,
     p.file_processes, p.element_names, p.element_names_folded, p.problem_counts, p.rules_version, 'admin', 'admin', now(), now(), false
   FROM bpa_process p, unnest($2::bytea[]) WITH ORDINALITY c(content, number) WHERE p.id = $1 RETURNING id`,
);

/** Makes processes of these files beside the program, like the one that it has saved; they have no versions and working copies. */
export async function copyModels(
  database: Database,
  { id }: SavedModel,
  files: readonly Buffer[],
): Promise<readonly number[]> {
  const contents = createContentStore({ database, clock: { now: Date.now }, log: createLogger('silent') });
  const hashes = await contents.put(files);
  const rows = await database.rows<{ readonly id: number }>(copyProcesses, [id, hashes]);
  return rows.map((row) => row.id);
}
