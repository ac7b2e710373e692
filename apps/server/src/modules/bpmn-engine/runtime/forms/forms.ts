// Finds the form of a place: the fields that its model has, or those of a deployed form, of which each version is read once.
import type { FormField } from '@keelson/bpmn-core';
import { type FormFile, readForm } from '@keelson/bpmn-xml';
import { LRUCache } from 'lru-cache';
import type { FormStore, FormWanted, StoredForm } from './form.store.ts';
import { evaluateAt, type FormPlace } from './form-place.ts';

/** A form as it is filled in. */
export interface Form {
  readonly key: string | null;
  /** The file of a deployed form; null for fields of the model. */
  readonly layout: FormFile['layout'] | null;
  readonly fields: readonly FormField[];
}

/** Bound of the read forms that are kept, by the bytes of their files. */
const KEPT_BYTES_MAX = 16 * 1_048_576;
const VERSION_MAX = 2_147_483_647;

export function createForms(store: FormStore) {
  const kept = new LRUCache<string, FormFile>({ maxSize: KEPT_BYTES_MAX, maxEntrySize: KEPT_BYTES_MAX });

  async function read(stored: StoredForm): Promise<FormFile> {
    const { tenantIdentifier, key, version } = stored;
    const name = JSON.stringify([tenantIdentifier, key, version]);
    const known = kept.get(name);
    if (known !== undefined) return known;
    const bytes = await store.findFile(stored);
    // What was accepted once stays readable, whatever is a pattern now.
    const result = bytes === null ? null : readForm(bytes, () => true);
    if (result === null || !('form' in result)) throw new Error(`the form ${name} has no file that can be read`);
    kept.set(name, result.form, { size: (bytes?.length ?? 0) + 1 });
    return result.form;
  }

  return {
    /** Reads a form; which version is meant is looked up each time, as a form is filled in more rarely than a process starts. */
    async load(wanted: FormWanted): Promise<Form> {
      const stored = await store.find(wanted);
      if (stored === null) return { key: wanted.key, layout: null, fields: [] };
      const { layout, fields } = await read(stored);
      return { key: wanted.key, layout, fields };
    },
  };
}

/** Answers the form where the model holds it, else which deployed one it is. */
export function formAt(place: FormPlace): { readonly form: Form } | { readonly wanted: FormWanted } {
  const { model, key, deploymentId } = place;
  const { fields, binding } = model;
  if (fields.length > 0 || key === null || isElsewhere(key)) return { form: { key, layout: null, fields } };
  const version = binding === 'version' ? Number(evaluateAt(place, model.version)) : Number.NaN;
  const isVersion = Number.isSafeInteger(version) && version > 0 && version <= VERSION_MAX;
  return { wanted: { key, binding, version: isVersion ? version : null, deploymentId } };
}

/** Whether a key is an address in somebody else's application, and no key of a form. */
function isElsewhere(key: string): boolean {
  return /[:/]/.test(key);
}
