// Holds the models of all modules beside each other: what was answered can be sent back.
import { describe, expect, it } from 'vitest';
import { moduleTable } from './modules.ts';

interface Model {
  readonly title?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

function modelsIn(node: unknown, found = new Map<string, Model>()): Map<string, Model> {
  if (typeof node !== 'object' || node === null) return found;
  const { title, properties } = node as Model;
  if (title !== undefined && properties !== undefined) found.set(title, node as Model);
  for (const value of Object.values(node)) modelsIn(value, found);
  return found;
}

const models = modelsIn(moduleTable);
const fieldsOf = (title: string) => Object.keys(models.get(title)!.properties!);
const shownBy: Readonly<Record<string, string>> = {
  SvcCurrentUserUpdateModel: 'SvcUserModel',
  SvcSettingUserValuePersistModel: 'SvcSettingValueModel',
};
/** Finds the models that change a record, with the model that shows it. */
const changing = [...models.keys()].flatMap((title): readonly (readonly [string, string])[] => {
  const shown = shownBy[title] ?? title.replace(/(?:Update|Persist)Model$/, 'Model');
  return shown !== title && models.has(shown) ? [[title, shown]] : [];
});

describe('a model that changes a record', () => {
  it('is found for every kind of record that has one', () => {
    expect(changing.length).toBeGreaterThanOrEqual(12);
  });

  it.each(changing)('%s takes every field of %s, so that an answer can be sent back', (title, shown) => {
    expect(fieldsOf(shown).filter((field) => !fieldsOf(title).includes(field))).toEqual([]);
  });
});
