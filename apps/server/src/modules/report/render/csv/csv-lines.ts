// Writes the line of headings of a CSV, and ends lines as RFC 4180 does.

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

/** PostgreSQL ends a line with LF alone; those within quotes are part of a value and stay. It is used for one file, from its start. */
export function createLineEnds(): (bytes: Uint8Array) => Uint8Array {
  let isQuoted = false;
  return (bytes) => {
    // More than every second byte is never the end of a line, but of a column without text each may be.
    const written = Buffer.allocUnsafe(bytes.length * 2);
    let length = 0;
    for (const byte of bytes) {
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === NEW_LINE && !isQuoted) written[length++] = CARRIAGE_RETURN;
      written[length++] = byte;
    }
    return written.subarray(0, length);
  };
}
