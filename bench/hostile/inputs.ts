// Holds bytes of strangers that were made to be slow, one for each place where the process parses such bytes.
import { gzipSync } from 'node:zlib';
import { bpmnFile } from '../../apps/server/src/modules/bpmn-engine/testing/models.ts';
import {
  encodedReport,
  slowMail,
  tooRich,
} from '../../apps/server/src/modules/mail-notification/inbound/reading/hostile-mails.fixture.ts';

const KIB = 1_024;
const MIB = 1_024 * KIB;
const JSON_TYPE = 'application/json';
const PROTOBUF = 'application/x-protobuf';

export interface HostileInput {
  readonly place: string;
  readonly what: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: () => string | Uint8Array<ArrayBuffer> | FormData | null;
}

const input = (
  place: string,
  what: string,
  path: string,
  type: string | null,
  body: HostileInput['body'],
  headers: HostileInput['headers'] = {},
): HostileInput => ({
  place,
  what,
  path,
  headers: { ...(type === null ? {} : { 'content-type': type }), ...headers },
  body,
});

/** Fills `size` with copies, and leaves room for what stands around them. */
const fill = (text: string, size: number): string => text.repeat(Math.floor((size - KIB) / text.length));

const BATCH = '/event/batch/sync';
const json = [
  input('JSON', 'lists inside each other', BATCH, JSON_TYPE, () => fill('[', MIB)),
  input('JSON', 'a closed nest of lists', BATCH, JSON_TYPE, () => fill('[', MIB / 2) + fill(']', MIB / 2)),
  input(
    'JSON',
    'many names',
    BATCH,
    JSON_TYPE,
    () => `{${Array.from({ length: 80_000 }, (_, at) => `"${at}":1`).join(',')}}`,
  ),
  input('JSON', 'many wrong elements', BATCH, JSON_TYPE, () => `[${fill('{"a":1},', MIB)}{}]`),
  input('JSON', 'long numbers', BATCH, JSON_TYPE, () => `[${fill('1', MIB)}]`),
  input('JSON', 'escapes', BATCH, JSON_TYPE, () => `["${fill('\\u0041', MIB)}"]`),
];

const FORM_TYPE = 'application/x-www-form-urlencoded';
/** A form of an editor may be so long; who posts it has signed in. */
const MODEL_FORM = 32 * MIB;
const editor = (what: string, body: () => string) => input('Large form', what, '/process/model/1', FORM_TYPE, body);

const form = [
  editor('pairs', () => fill('a=b&', MODEL_FORM)),
  editor('separators', () => fill('&', MODEL_FORM)),
  editor('per cents', () => `name=${fill('%C5%9F', MODEL_FORM)}`),
  editor('blanks', () => `name=${fill('+', MODEL_FORM)}`),
  editor('a map', () => `all={"x":[${fill('1,', MODEL_FORM / 2)}1]}`),
  editor('a source', () => `json_xml=[${fill('1,', 10 * MIB)}1]`),
  input('Form', 'pairs', '/notification/unsubscribe/x', FORM_TYPE, () => fill('a=b&', MIB)),
  input('Form', 'per cents', '/notification/unsubscribe/x', FORM_TYPE, () => `a=${fill('%41', MIB)}`),
  input('Query', 'pairs', `/count/by-current-user?${'a=b&'.repeat(3_000)}`, null, () => null),
  input('Cookies', 'many', '/count/by-current-user', null, () => null, { cookie: 'a=b; '.repeat(2_500) }),
  input('Headers', 'languages and hops', '/count/by-current-user', null, () => null, {
    'accept-language': 'tr;q=0.1,'.repeat(700),
    'x-forwarded-for': '1.2.3.4,'.repeat(700),
  }),
];

const filesWith = (file: string): FormData => {
  const data = new FormData();
  data.append('xmlFileList', new Blob([file]), 'hostile.bpmn');
  return data;
};
const DEPLOY = '/repository/deployXmls';
const xml = [
  input(
    'Multipart',
    'delimiters that are none',
    DEPLOY,
    'multipart/form-data; boundary=B',
    () => `--B\r\n\r\n${fill('\r\n--', 4 * MIB)}`,
  ),
  input(
    'Multipart',
    'header lines',
    DEPLOY,
    'multipart/form-data; boundary=B',
    () => `--B\r\n${fill('X: y\r\n', 4 * MIB)}`,
  ),
  input('BPMN', 'elements inside each other', DEPLOY, null, () => filesWith(fill('<a>', 64 * KIB))),
  input('BPMN', 'attributes', DEPLOY, null, () =>
    filesWith(`<a ${Array.from({ length: 5_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`),
  ),
  input('BPMN', 'entities', DEPLOY, null, () => filesWith(`<a>${fill('&#65;', 64 * KIB)}</a>`)),
  input('BPMN', 'tasks without a flow', DEPLOY, null, () =>
    filesWith(bpmnFile('p', Array.from({ length: 1_400 }, (_, at) => `<userTask id="t${at}"/>`).join('\n'))),
  ),
  input('BPMN', 'an expression', DEPLOY, null, () =>
    filesWith(bpmnFile('p', `<startEvent id="s"/><serviceTask id="x" keelson:expression="\${${'('.repeat(12_000)}"/>`)),
  ),
];

const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]);
const field = (number: number, bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.concat([Uint8Array.from([...varint((number << 3) | 2), ...varint(bytes.length)]), bytes]));
const nestedProtobuf = (): Uint8Array<ArrayBuffer> => {
  let bytes: Uint8Array<ArrayBuffer> = new Uint8Array();
  for (let depth = 0; depth < 5_000; depth += 1) bytes = field(5, field(1, bytes));
  return field(1, field(2, field(2, field(5, bytes))));
};
const OTLP = '/otlp/v1/logs';
const otlp = [
  input('OTLP', 'lists inside each other', OTLP, PROTOBUF, nestedProtobuf),
  input('OTLP', 'half a million empty fields', OTLP, PROTOBUF, () =>
    new Uint8Array(MIB - KIB).map((_, at) => (at % 2 === 0 ? 0x0a : 0)),
  ),
  input(
    'OTLP',
    'JSON, many records',
    OTLP,
    JSON_TYPE,
    () => `{"resourceLogs":[{"scopeLogs":[{"logRecords":[${'{},'.repeat(300_000)}{}]}]}]}`,
  ),
  input(
    'gzip',
    'a megabyte that unpacks to a gigabyte',
    OTLP,
    JSON_TYPE,
    () => Uint8Array.from(gzipSync(Buffer.alloc(1_000 * MIB))),
    {
      'content-encoding': 'gzip',
    },
  ),
];

const mail = [
  ...tooRich.map(([what, , write]) => input('Mail', what, '/notification/mail/inbound', 'message/rfc822', write)),
  input('Mail', 'an encoded report', '/notification/mail/inbound', 'message/rfc822', encodedReport),
  input('Mail', '199,000 lines', '/notification/mail/inbound', 'message/rfc822', slowMail),
];

const template = (content: string) => () =>
  JSON.stringify({ code: 'hostile', name: 'Hostile', type: 'MAIL', contentMap: { en: { subject: 'Hi', content } } });
const VALIDATE = '/notification/template/validate';
const others = [
  input(
    'Template',
    '1,000 brackets',
    VALIDATE,
    JSON_TYPE,
    template(`{{ ${'a['.repeat(1_000)}a${']'.repeat(1_000)} }}`),
  ),
  input('Template', '9,000 outputs', VALIDATE, JSON_TYPE, template('{{ a }}'.repeat(9_000))),
  input(
    'Template',
    'styles',
    VALIDATE,
    JSON_TYPE,
    template(`<style>${'p{color:red}'.repeat(2_000)}</style>${'<p>'.repeat(2_000)}`),
  ),
  input('Sign-in', 'a name of combining marks', '/auth/login', JSON_TYPE, () =>
    JSON.stringify({ username: 'a\u0301'.repeat(4_000), password: 'a\u0301'.repeat(1_000), tenantIdentifier: null }),
  ),
];

export const hostileInputs: readonly HostileInput[] = [...json, ...form, ...xml, ...otlp, ...mail, ...others];
