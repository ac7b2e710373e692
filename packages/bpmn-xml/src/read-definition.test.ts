// What a process says of its use by people stands in its definition.
import { describe, expect, it } from 'vitest';
import { readText } from './testing/model-text.ts';
import { chain, definitions, END, process } from './testing/texts.ts';

const read = (attributes: string) =>
  readText(definitions(process(chain('<startEvent id="s" keelson:formKey="k"/>', END), attributes))).definitions[0];

describe('a definition', () => {
  it('is shown in the task list unless isStartableInTasklist says no', () => {
    expect(read('isExecutable="true"')?.startableInTasklist).toBe(true);
    expect(read('isExecutable="true" camunda:isStartableInTasklist="false"')?.startableInTasklist).toBe(false);
  });

  it('asks for a uniqueBusinessKey where the process does, and knows the form of its start', () => {
    expect(read('isExecutable="true"')).toMatchObject({ uniqueBusinessKey: false, startFormKey: 'k' });
    expect(read('isExecutable="true" keelson:uniqueBusinessKey="true"')?.uniqueBusinessKey).toBe(true);
  });
});
