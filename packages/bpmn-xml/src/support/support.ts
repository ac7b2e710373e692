// How the coverage table is written: each name of the standard is executed, carried or refused, one line a kind.

/** What the engine does with an element or attribute. */
export type Support =
  | {
      readonly kind: 'executed';
      /** Source file that has the behaviour, from the root of the repository. */
      readonly behaviour: string;
      readonly test: string;
    }
  /** Kept in the file without effect, for the reason `why`. */
  | { readonly kind: 'carried'; readonly why: string }
  /** Refused; `when` lists the values, and is empty where all are. */
  | { readonly kind: 'refused'; readonly rule: string; readonly when: string };

/** One claim of a table about the names that its left side gives. */
export interface SupportClaim {
  /** Elements, or `*` for every one. */
  readonly elements: readonly string[];
  /** Attributes; null where the claim is about the elements themselves. */
  readonly attributes: readonly string[] | null;
  readonly support: Support;
}

const LINE = /^(?<elements>[^@=~!]+?)\s*(?:@\s*(?<attributes>[^=~!]+?))?\s*(?<kind>[=~!])\s*(?<said>.+)$/;

/**
 * Reads lines of `names = behaviour | test`, `names ~ why it is carried` or `names ! RULE-ID which values`. Names are
 * elements, or `elements @ attributes`. A file is `core/...`, `rules/...` or `xml/...`, of the package of that name; without
 * a test of its own it is the one beside the behaviour.
 */
export function supportClaims(text: string): readonly SupportClaim[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').map(claim);
}

function claim(line: string): SupportClaim {
  const { elements, attributes, kind, said } = LINE.exec(line)?.groups ?? {};
  if (elements === undefined || said === undefined)
    throw new Error(`a line of the coverage table cannot be read: ${line}`);
  return {
    elements: words(elements),
    attributes: attributes === undefined ? null : words(attributes),
    support: supportOf(kind, said),
  };
}

function supportOf(kind: string | undefined, said: string): Support {
  if (kind === '~') return { kind: 'carried', why: said };
  if (kind === '!') {
    const [rule = '', ...when] = said.split(' ');
    return { kind: 'refused', rule, when: when.join(' ') };
  }
  const [behaviour = '', test = behaviour] = said.split('|').map((part) => part.trim());
  return { kind: 'executed', behaviour: sourceFile(behaviour, '.ts'), test: sourceFile(test, '.test.ts') };
}

function sourceFile(path: string, ending: string): string {
  const [name, ...rest] = path.split('/');
  return `packages/bpmn-${name}/src/${rest.join('/')}${ending}`;
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
