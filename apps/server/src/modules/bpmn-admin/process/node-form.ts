// Reads the form by which editors save a model: the same fields may stand in five places, of which the first with a
// value counts.
import {
  modelBodyBytesMax,
  modelBytesMax,
  type NodeField,
  type NodeFormValues,
  nodeFields,
  svgBytesMax,
} from '@keelson/contract';
import { fail, invalid } from '../../../kernel/request/errors.ts';

/** Fields of a form; missing ones are undefined. */
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

/** Reads JSON of editors, large one in a thread. */
export interface JsonReading {
  isJson(text: string): Promise<boolean>;
  /** Reads the entries of an object as texts, other values as JSON; null for invalid JSON. */
  mapOf(text: string, names: readonly string[]): Promise<Readonly<Record<string, string>> | null>;
}

async function fieldsInAll(text: string | undefined, { mapOf }: JsonReading): Promise<Fields> {
  if (text === undefined || !text.trimStart().startsWith('{')) return {};
  return (await mapOf(text, names)) ?? invalid({ field: 'all', code: 'FORMAT', message: 'Is no JSON.' });
}

async function fieldsOf(given: Given, json: JsonReading): Promise<Fields> {
  requireInBounds('all', given.all?.[0]);
  const inAll = await fieldsInAll(given.all?.[0], json);
  const fields: Fields = {};
  for (const name of names) {
    const value = given[name]?.[0] ?? given[`all[${name}]`]?.[0] ?? given[`all.${name}`]?.[0] ?? inAll[name];
    if (value === undefined) continue;
    requireInBounds(name, value);
    fields[name] = value;
  }
  return fields;
}

/** Refuses larger fields with 413 before they are parsed. */
function requireInBounds(name: NodeField | 'all', text: string | undefined): void {
  const limit = name === 'all' ? modelBodyBytesMax : name === 'svg_xml' ? svgBytesMax : modelBytesMax;
  // A character has a byte at least.
  if (text !== undefined && (text.length > limit || Buffer.byteLength(text) > limit))
    fail('PAYLOAD_TOO_LARGE', { parameters: { limit } });
}

const NUMBER = /^\d{1,9}$/;

/** Reads the form; 400 with all problems; FORM_EMPTY where no known field is set. */
export async function readNodeForm(body: NodeFormValues, query: NodeFormValues, json: JsonReading): Promise<NodeSave> {
  const said = { ...(await fieldsOf(query as Given, json)), ...(await fieldsOf(body as Given, json)) };
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
  if (json_xml !== undefined && !isXml && !(await json.isJson(json_xml)))
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
