// Writes lines of iCalendar (RFC 5545, 3.1): parameters, escaped texts, lines of at most 75 octets.

/** RFC 5545, 3.1: without the line break. */
const LINE_OCTETS_MAX = 75;
const LINE_END = '\r\n';

export type LineParameters = Readonly<Record<string, string | null>>;

/** Writes a quoted value; characters that it cannot hold become a caret and a letter (RFC 6868). */
function quoted(value: string): string {
  const carets: Readonly<Record<string, string>> = { '^': '^^', '"': "^'" };
  return `"${value.replaceAll(/\r\n|[\r\n]/g, '\n').replaceAll(/[\n^"]/g, (letter) => carets[letter] ?? '^n')}"`;
}

/** Writes a parameter; a word stands as it is, anything else in quotes. */
function parameterText(value: string): string {
  return /^[A-Za-z0-9/-]+$/.test(value) ? value : quoted(value);
}

/** RFC 5545, 3.3.11. */
export function escapedText(text: string): string {
  return text.replaceAll(/[\\;,]/g, (letter) => `\\${letter}`).replaceAll(/\r\n|[\r\n\u2028\u2029]/g, '\\n');
}

function folded(line: string): string {
  if (Buffer.byteLength(line) <= LINE_OCTETS_MAX) return line;
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (octets + size > LINE_OCTETS_MAX) {
      parts.push(part);
      // The blank that marks the line as a continuation counts.
      part = ' ';
      octets = 1;
    }
    part += letter;
    octets += size;
  }
  return [...parts, part].join(LINE_END);
}

/** Answers one line with its end; parameters that are null are left out. `value` is already in the form of its type. */
export function contentLine(name: string, value: string, parameters: LineParameters = {}): string {
  const given = Object.entries(parameters).filter((one): one is [string, string] => one[1] !== null);
  const written = given.map(([key, one]) => `;${key}=${parameterText(one)}`).join('');
  return `${folded(`${name}${written}:${value}`)}${LINE_END}`;
}
