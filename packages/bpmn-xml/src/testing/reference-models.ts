// The reference models of the BPMN Model Interchange Working Group, which are not ours to keep here: tests without them say so.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, stderr } from 'node:process';

const FOLDER = env.KEELSON_MIWG_REFERENCE ?? join(import.meta.dirname, '../../../../../shared/data/miwg-reference');

/** Number of models that the working group published. */
export const REFERENCE_COUNT = 21;

export interface ReferenceModel {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The models; empty where the files are not at hand. */
export const REFERENCE_MODELS: readonly ReferenceModel[] = readModels();

/** Title of the tests that need the models. */
export const REFERENCE_TITLE =
  REFERENCE_MODELS.length > 0
    ? 'the 21 MIWG reference models'
    : 'LEFT OUT: the 21 MIWG reference models (KEELSON_MIWG_REFERENCE names their folder)';

function readModels(): readonly ReferenceModel[] {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.bpmn')) : [];
  if (names.length === 0)
    stderr.write('LEFT OUT: no MIWG reference models; set KEELSON_MIWG_REFERENCE to their folder\n');
  return names.map((name) => ({ name, bytes: readFileSync(join(FOLDER, name)) }));
}
