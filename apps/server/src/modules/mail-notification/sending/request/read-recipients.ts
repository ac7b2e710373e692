// Reads the recipients of a request: each mailbox once, within the bounds of one mail or of separate ones.
import { type MailAddressInput, mailRecipientsMax, separateMailsMax } from '@keelson/contract';
import type { ArgumentProblem } from '../../../../kernel/request/errors.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { parseMailAddress } from '../../../../kernel/text/mail-address.ts';
import type { MailBox } from '../../message/mail-content.ts';
import { parseMailBox } from '../../message/sender.ts';
import { type GivenRecipients, recipientKey } from '../sending.types.ts';

/** Matches characters that end a line for some reader, or turn the direction in which a name is shown. */
const CONTROL = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

const controlProblem = (field: string): ArgumentProblem => ({
  field,
  code: 'CONTROL_CHARACTER',
  message: 'Must hold no control characters.',
});

/** Says whether a text for a header has a line end or another control character. */
export function hasControl(text: string): boolean {
  return CONTROL.test(text);
}

/** Reads one mailbox, or answers its problem. */
export function readMailBox(
  field: string,
  given: MailAddressInput,
): { readonly box: MailBox; readonly problem: null } | { readonly box: null; readonly problem: ArgumentProblem } {
  const [text, name] = typeof given === 'string' ? [given, null] : [given.address, given.name ?? null];
  if (hasControl(text)) return { box: null, problem: controlProblem(field) };
  if (name !== null && hasControl(name)) return { box: null, problem: controlProblem(`${field}.name`) };
  const box = typeof given === 'string' ? parseMailBox(text) : namedBox(text, name);
  if (box !== null) return { box, problem: null };
  const message = 'Must be one mail address, such as a@example.org or Name <a@example.org>.';
  return { box: null, problem: { field, code: 'INVALID_EMAIL_ADDRESS', message } };
}

function namedBox(text: string, name: string | null): MailBox | null {
  const address = parseMailAddress(text.trim());
  const typed = name?.trim() ?? '';
  return address === null ? null : { address, name: typed === '' ? null : typed };
}

export function readMailBoxes(
  field: string,
  given: readonly MailAddressInput[] | null | undefined,
  problems: ArgumentProblem[],
): readonly MailBox[] {
  return (given ?? []).flatMap((one, index) => {
    const { box, problem } = readMailBox(`${field}[${index}]`, one);
    if (problem !== null) problems.push(problem);
    return box === null ? [] : [box];
  });
}

export interface RecipientInput {
  readonly to?: readonly MailAddressInput[] | null;
  readonly cc?: readonly MailAddressInput[] | null;
  readonly bcc?: readonly MailAddressInput[] | null;
  readonly toUsers?: readonly string[] | null;
}

/** Removes repeated addresses; the first place counts: `to` before `cc` before `bcc`. */
function distinct(lists: readonly (readonly MailBox[])[]): readonly (readonly MailBox[])[] {
  const seen = new Set<string>();
  return lists.map((boxes) =>
    boxes.filter(({ address }) => {
      const key = recipientKey(address);
      return !seen.has(key) && seen.add(key);
    }),
  );
}

function countProblems(
  recipients: GivenRecipients,
  separate: boolean,
  mayBeNobody: boolean,
): readonly ArgumentProblem[] {
  const { to, cc, bcc, users } = recipients;
  const copies = cc.length + bcc.length;
  const mails = to.length + users.size;
  const tooMany = (max: number): ArgumentProblem => ({
    field: 'to',
    code: 'TOO_MANY_RECIPIENTS',
    message: `At most ${max} recipients in one request of this kind.`,
  });
  if (mails + copies === 0 && mayBeNobody) return [];
  if (mails + copies === 0) return [{ field: 'to', code: 'NO_RECIPIENT', message: 'Needs at least one recipient.' }];
  if (!separate) return mails + copies > mailRecipientsMax ? [tooMany(mailRecipientsMax)] : [];
  if (mails > separateMailsMax) return [tooMany(separateMailsMax)];
  if (copies > 0 && mails !== 1) {
    const message = 'Copies of separate mails need exactly one recipient beside them.';
    return [{ field: cc.length > 0 ? 'cc' : 'bcc', code: 'SEPARATE_WITH_COPIES', message }];
  }
  return mails + copies > mailRecipientsMax ? (copies > 0 ? [tooMany(mailRecipientsMax)] : []) : [];
}

/** Reads the recipients; users make the mails of a request separate, as `implied` does. */
export function readRecipients(
  input: RecipientInput,
  implied: boolean,
  problems: ArgumentProblem[],
  mayBeNobody = false,
): GivenRecipients & { readonly separate: boolean } {
  const before = problems.length;
  const lists = (['to', 'cc', 'bcc'] as const).map((field) => readMailBoxes(field, input[field], problems));
  const [to = [], cc = [], bcc = []] = distinct(lists);
  const users = new Map((input.toUsers ?? []).map((name): [string, string] => [foldName(name), name]));
  const separate = implied || users.size > 0;
  const recipients = { to, cc, bcc, users };
  if (problems.length === before) problems.push(...countProblems(recipients, separate, mayBeNobody));
  return { ...recipients, separate };
}
