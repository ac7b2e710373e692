// The schema tables hang together: what they name exists, can be reached, and every name of theirs is held against the model.
import { REFERENCE_KINDS } from '@keelson/bpmn-rules';
import { describe, expect, it } from 'vitest';
import { ELEMENT_SCHEMAS, SUBSTITUTION_GROUPS } from './schema-table.ts';
import { DIAGRAM_SCHEMAS } from './schema-table-diagram.ts';

const TABLE = { ...ELEMENT_SCHEMAS, ...DIAGRAM_SCHEMAS };

function childrenOf(children: string): readonly string[] {
  return children
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => part.replace(/^\w+:/, '').replace(/[?*+]$|\{.*\}$/, ''))
    .flatMap((part) => (part.startsWith('@') ? [...(SUBSTITUTION_GROUPS[part.slice(1)] ?? [part])] : part.split('|')));
}

/** Names that stand for no element of the model, or whose target a rule of its own looks up. */
const NOT_REFERENCES: readonly string[] = ['BPMNPlane', 'BPMNShape', 'BPMNEdge'];

describe('the schema tables', () => {
  it('the schema tables have an entry for every child that an entry allows', () => {
    const named = Object.values(TABLE).flatMap(({ children }) => childrenOf(children));
    expect(named.filter((name) => !Object.hasOwn(TABLE, name))).toEqual([]);
  });

  it('can be reached from the root, each entry of them', () => {
    const reached = new Set(['definitions']);
    for (const name of reached) {
      for (const child of childrenOf(TABLE[name as keyof typeof TABLE]?.children ?? '')) reached.add(child);
    }
    const left = Object.keys(TABLE).filter((name) => !reached.has(name) && !name.includes('/'));
    expect(left).toEqual([]);
  });

  it('the schema tables have no attribute that names an element and is not looked up', () => {
    const unknown = Object.entries(ELEMENT_SCHEMAS).flatMap(([type, { attributes }]) =>
      attributes
        .split(' ')
        .filter((part) => part.endsWith(':name'))
        .map((part) => part.replace(/!?:name$/, ''))
        .filter((attribute) => REFERENCE_KINDS.get(type)?.[attribute] === undefined)
        .map((attribute) => `${type} ${attribute}`),
    );
    expect(unknown).toEqual([]);
    for (const type of NOT_REFERENCES) expect(DIAGRAM_SCHEMAS[type]?.attributes).toContain('bpmnElement:name');
  });

  it('the schema tables have no child that holds a name and is not looked up', () => {
    const holdsName = (name: string) => {
      const schema = ELEMENT_SCHEMAS[name];
      return schema?.mixed === true && schema.closed === true && schema.content === undefined;
    };
    const unknown = Object.entries(ELEMENT_SCHEMAS).flatMap(([type, { children }]) =>
      childrenOf(children)
        .filter((child) => holdsName(child) && REFERENCE_KINDS.get(type)?.[child] === undefined)
        .map((child) => `${type} ${child}`),
    );
    expect(unknown).toEqual([]);
  });
});
