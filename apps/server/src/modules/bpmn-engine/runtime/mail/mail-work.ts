// Does mail tasks and the connector `mail-send`: as the call `mail.sendContent` with what their fields say.
import type { Value, Variables } from '@keelson/bpmn-core';
import type { InlineWork } from '../burst/burst.ts';
import { callFailed } from '../burst/work-outcome.ts';
import type { FindMailFiles, FoundFiles } from './mail-files.ts';

const ACTION = 'mail.sendContent';
/** Fields of a mail task as the extensions name them. A mail is written in UTF-8, whatever charset is asked for. */
const FIELDS: ReadonlySet<string> = new Set([
  'to',
  'cc',
  'bcc',
  'from',
  'fromAlias',
  'subject',
  'text',
  'html',
  'charset',
  'attachments',
  'fileNames',
]);
const FILES = ['attachments', 'fileNames'] as const;

function isGiven(value: Value | undefined): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function fromOf({ from, fromAlias }: Variables): Variables {
  if (!isGiven(from)) return {};
  return { from: isGiven(fromAlias) ? { address: from!, name: fromAlias! } : from! };
}

/** Makes the parameters of the call from the fields, or says what is wrong with them. */
function parametersOf(fields: Variables): Variables | string {
  const unknown = Object.keys(fields).filter((name) => !FIELDS.has(name));
  if (unknown.length > 0) return `PARAMETERS_INVALID: a mail task has no field ${unknown.join(', ')}`;
  const { text, html, subject = '' } = fields;
  const markup = isGiven(html);
  const content = {
    subject,
    content: (markup ? html : text) ?? '',
    contentType: markup ? 'HTML' : 'TEXT',
    ...(markup && isGiven(text) ? { textContent: text! } : {}),
  };
  const recipients = Object.fromEntries(
    (['to', 'cc', 'bcc'] as const).flatMap((name) => (isGiven(fields[name]) ? [[name, fields[name]!]] : [])),
  );
  return { ...recipients, ...fromOf(fields), content };
}

/** Creates the work of mail tasks; `call` does native calls within the burst: the mail exists exactly when the token has moved on. */
export function createMailWork({
  call,
  findMailFiles,
}: {
  readonly call: InlineWork;
  readonly findMailFiles: FindMailFiles;
}): InlineWork {
  return async (given) => {
    const { order } = given;
    const parameters = parametersOf(order.parameters);
    if (typeof parameters === 'string') return callFailed(parameters);
    const named = FILES.map((name) => order.parameters[name] ?? null).filter(isGiven);
    const found: FoundFiles = named.length === 0 ? { files: [] } : await findMailFiles(given, named);
    if ('refusal' in found) return found.refusal;
    const sent = await call({ ...given, files: found.files, order: { ...order, target: ACTION, parameters } });
    if (sent === null) throw new Error(`${ACTION} is done within the burst`);
    return sent;
  };
}
