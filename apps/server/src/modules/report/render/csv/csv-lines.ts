// Writes the line of headings of a CSV, and line ends of RFC 4180.

const QUOTE = 0x22;
const NEW_LINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export function csvHeading(labels: readonly string[], delimiter: string, signs: readonly string[]): string {
  const cells = labels.map((label) => {
    const text = signs.some((sign) => label.startsWith(sign)) ? `'${label}` : label;
    const isPlain = text !== '' && !text.includes(delimiter) && !/["\r\n]/.test(text);
    return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
  });
  return `${cells.join(delimiter)}\r\n`;
}

/**
 * Makes the function for one file, from its start. PostgreSQL ends a line with LF alone; a line end within quotes is
 * part of a value and stays. It writes into `target`, which has twice the length, and answers how many bytes it wrote.
 */
export function createLineEnds(): (bytes: Uint8Array, target: Uint8Array) => number {
  let isQuoted = false;
  return (bytes, target) => {
    let length = 0;
    for (let place = 0; place < bytes.length; place++) {
      const byte = bytes[place]!;
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === NEW_LINE && !isQuoted) target[length++] = CARRIAGE_RETURN;
      target[length++] = byte;
    }
    return length;
  };
}
