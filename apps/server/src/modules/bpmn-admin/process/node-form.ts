// Reads the form that editors save a model with: the same names in five places, of which the first that has one counts.
import { type NodeField, type NodeFormValues, nodeFields } from '@keelson/contract';
import { invalid } from '../../../kernel/request/errors.ts';

/** Holds what a form says; what it does not say is undefined. */
export interface NodeSave {
  readonly bpmnXml: string | undefined;
  /** Is JSON. */
  readonly source: string | undefined;
  readonly svg: string | undefined;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly comment: string | undefined;
  readonly namespace: string | undefined;
  readonly version: number | undefined;
  readonly newVersion: boolean;
}

type Fields = Partial<Record<NodeField, string>>;
type Given = Partial<Record<string, readonly string[]>>;

const names = Object.keys(nodeFields) as readonly NodeField[];

/** A text that begins with `{` is a map of the same names; what in it is no text is written as JSON. */
function fieldsInAll(text: string | undefined): Fields {
  if (text === undefined || !text.trimStart().startsWith('{')) return {};
  let map: unknown;
  try {
    map = JSON.parse(text);
  } catch {
    return invalid({ field: 'all', code: 'FORMAT', message: 'Is no JSON.' });
  }
  const known = Object.entries(map as object).filter(([name]) => Object.hasOwn(nodeFields, name));
  return Object.fromEntries(
    known.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

function fieldsOf(given: Given): Fields {
  const inAll = fieldsInAll(given.all?.[0]);
  const fields: Fields = {};
  for (const name of names) {
    const value = given[name]?.[0] ?? given[`all[${name}]`]?.[0] ?? given[`all.${name}`]?.[0] ?? inAll[name];
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

const NUMBER = /^\d{1,9}$/;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** 400 with all that does not fit; FORM_EMPTY where nothing is said that is known. */
export function readNodeForm(body: NodeFormValues, query: NodeFormValues): NodeSave {
  const said = { ...fieldsOf(query as Given), ...fieldsOf(body as Given) };
  if (Object.keys(said).length === 0) {
    invalid({ field: '', code: 'FORM_EMPTY', message: `Must hold at least one of ${names.join(', ')}.` });
  }
  const { json_xml, version, newversion } = said;
  const isXml = json_xml?.trimStart().startsWith('<') === true;
  const problems = [];
  if (version !== undefined && !NUMBER.test(version))
    problems.push({ field: 'version', code: 'TYPE', message: 'Must be a whole number.' });
  if (newversion !== undefined && newversion !== 'true' && newversion !== 'false')
    problems.push({ field: 'newversion', code: 'TYPE', message: 'Must be true or false.' });
  if (json_xml !== undefined && !isXml && !isJson(json_xml))
    problems.push({ field: 'json_xml', code: 'FORMAT', message: 'Must be JSON, or XML.' });
  if (problems.length > 0) invalid(...problems);
  return {
    bpmnXml: said.bpmn_xml ?? (isXml ? json_xml : undefined),
    source: isXml ? undefined : json_xml,
    svg: said.svg_xml,
    name: said.name,
    description: said.description,
    comment: said.comment,
    namespace: said.namespace,
    version: version === undefined ? undefined : Number(version),
    newVersion: newversion !== 'false',
  };
}
