// Writes what a scenario sent and got as an example: what differs from run to run gives way to values of the same form.
import { hostname } from 'node:os';
import { type Example, placeholders } from '@keelson/contract';

/** A list of objects of an answer is shown up to here. */
const ITEMS_MAX = 2;
/** A text is shown up to here. */
const TEXT_MAX = 1_000;

const opaque = (number: number): string => `example-${number}-`.padEnd(43, 'x');

/** Each form stands with what shows the first, second, ... text of it; the first form that fits a text wins. */
const forms: readonly (readonly [RegExp, (number: number) => string])[] = [
  [
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
    (number) => placeholders.uuid.slice(0, -12) + String(number).padStart(12, '0'),
  ],
  // A file in base64.
  [/^[\w+/-]{500,}=*$/, () => '(base64)'],
  // A picture, and the public key of a DKIM record.
  [/(?<=;base64,|; p=)[\w+/=]+/, () => placeholders.rest],
  [/\bsvc_key_[\w-]{43}/, (number) => `svc_key_${opaque(number)}`],
  [/\bsvc_key_[\w-]{4}(?![\w-])/, () => placeholders.keyPrefix],
  [/\bsvc_[\w-]{43}/, (number) => `svc_${opaque(number)}`],
  [/\b[0-9a-f]{64}\b/, () => placeholders.sha256],
  // The secret of an authenticator app, and a recovery code.
  [/\b[A-Z2-7]{32}\b/, () => 'EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM'],
  [/\b[A-Z]-(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}\b/, () => 'A-EXAM-PLEE-XAMP-LEEX'],
  // A place in the changes of an inbox, and a mark of what was in it.
  [/^\d+(?:\.\d+){3}\.[\w-]{12}\.\d{10}$/, () => placeholders.cursor],
  [/^MS4[\w-]{3,}$/, () => placeholders.asOf],
  [/(?<![\w-])[\w-]{43,}(?:\.[\w-]+)*/, opaque],
  // The id of a definition ends with letters that are drawn.
  [/(?<=:\d+:)[a-z2-7]{8}\b/, () => 'example'],
  [/https?:\/\/(?:localhost|127\.0\.0\.1):\d+/, () => placeholders.address],
  // A time with a fraction of a second is one of the run; a time without one was written down in the scenario.
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/, () => placeholders.time],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/, () => placeholders.microTime],
];
const anyForm = new RegExp(forms.map(([form]) => `(${form.source})`).join('|'), 'g');

const notText = /[\0\uFFFD]/;

/** Counts the texts of each kind that one example shows: the same text is shown as the same. */
function createNumbers(): (kind: unknown, text: string) => number {
  const numbers = new Map<unknown, Map<string, number>>();
  return (kind, text) => {
    const known = numbers.get(kind) ?? new Map<string, number>();
    numbers.set(kind, known);
    if (!known.has(text)) known.set(text, known.size + 1);
    return known.get(text)!;
  };
}

/** Shows an example whose names were made in this run: a stem, the run and a number. */
export function showExample({ answer, ...request }: Example, run: string): Example {
  const numberOf = createNumbers();
  const madeName = new RegExp(`([\\w.-]*?)([-_])${run}[-_](\\d+)`, 'gi');
  const showText = (text: string): string =>
    text
      .replace(madeName, (_found, stem: string, dash: string, made: string) => {
        const number = numberOf(stem.toLowerCase(), made);
        return number === 1 ? stem : stem + dash + number;
      })
      .replace(anyForm, (found, ...groups: readonly (string | undefined)[]) => {
        const index = forms.findIndex((_form, at) => groups[at] !== undefined);
        return forms[index]![1](numberOf(index, found));
      });
  const show = (value: unknown, itemsMax: number): unknown => {
    if (value instanceof Uint8Array) return show(new TextDecoder().decode(value), itemsMax);
    if (typeof value === 'string') {
      if (notText.test(value)) return '(bytes)';
      if (value === hostname()) return 'keelson-1';
      const text = showText(value);
      return text.length > TEXT_MAX ? text.slice(0, TEXT_MAX) + placeholders.rest : text;
    }
    if (Array.isArray(value)) {
      const items = typeof value[0] === 'object' ? value.slice(0, itemsMax) : value;
      return items.map((item) => show(item, itemsMax));
    }
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
    return Object.fromEntries(entries.map(([key, inner]) => [showText(key), show(inner, itemsMax)]));
  };
  const sent = show(request, Number.POSITIVE_INFINITY) as Example;
  return answer === undefined ? sent : { ...sent, answer: show(answer, ITEMS_MAX) };
}

/** A key of another form belongs to a map, whose entries come and go. */
const fieldName = /^\w+$/;

/** What was sent is the same each time; lists of an answer may hold what other scenarios made. */
export type Part = 'sent' | 'answered';

const firstLine = (value: unknown) => (typeof value === 'string' ? value.split(/\r?\n/, 1)[0] : value);
const withoutNumbers = (value: unknown): string => JSON.stringify(value ?? null).replace(/-?\d+(?:\.\d+)?/g, '0');

type Fields = Readonly<Record<string, unknown>>;

/**
 * Says where what came differs from what is shown; null where it does not. Numbers are any numbers, in texts too. Of a list that
 * is answered it counts whether it is empty (its items are held by the schema of the document), of a file its first line.
 */
export function findDifference(came: unknown, shown: unknown, part: Part, place: string): string | null {
  const differs = `${place} is ${JSON.stringify(came)?.slice(0, 300)} and not ${JSON.stringify(shown)?.slice(0, 300)}`;
  if (typeof shown !== 'object' || shown === null || typeof came !== 'object' || came === null) {
    const [found, expected] = part === 'sent' ? [came, shown] : [firstLine(came), firstLine(shown)];
    return withoutNumbers(found) === withoutNumbers(expected) ? null : differs;
  }
  if (Array.isArray(shown) !== Array.isArray(came)) return differs;
  if (Array.isArray(shown) && Array.isArray(came)) {
    if (part === 'answered') return (shown.length === 0) === (came.length === 0) ? null : differs;
    if (shown.length !== came.length) return differs;
  }
  const [found, expected] = [came as Fields, shown as Fields];
  for (const key of new Set([...Object.keys(found), ...Object.keys(expected)])) {
    const inner = `${place}.${key}`;
    const both = key in found && key in expected;
    if (!both && fieldName.test(key)) return `${inner} is ${key in found ? 'new' : 'gone'}`;
    const difference = both ? findDifference(found[key], expected[key], part, inner) : null;
    if (difference !== null) return difference;
  }
  return null;
}
