// Reads a file of people for an import: a list in JSON, or a table whose first line names its columns.

/** A person as the interface takes it, which says itself what is wrong with the values. */
export type ReadPerson = Readonly<Record<string, unknown>> & { readonly username: string };

/** Separators of several roles in one cell. */
const BETWEEN_ROLES = /[|\s]+/;

/** Splits a line-based table into cells; a cell in quotes may hold the separator, line breaks and doubled quotes. */
function cellsOf(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === separator || character === '\n') {
      rows.at(-1)?.push(cell.trim());
      cell = '';
      if (character === '\n') rows.push([]);
    } else cell += character;
  }
  rows.at(-1)?.push(cell.trim());
  return rows.filter((row) => row.some((value) => value !== ''));
}

function separatorOf(head: string): string {
  return [';', '\t'].find((one) => head.includes(one)) ?? ',';
}

function cellValue(name: string, cell: string): unknown {
  return name === 'roleList' ? cell.split(BETWEEN_ROLES).filter((role) => role !== '') : cell;
}

/** Throws a SyntaxError where the text is no JSON; empty cells are left out. */
export function readPeople(text: string): readonly ReadPerson[] {
  const content = text.replace(/^\uFEFF/, '').trim();
  if (content.startsWith('[')) return JSON.parse(content) as readonly ReadPerson[];
  const [head = '', ...rest] = content.replaceAll('\r\n', '\n').split('\n');
  const separator = separatorOf(head);
  const [names = []] = cellsOf(head, separator);
  return cellsOf(rest.join('\n'), separator).map((row) => {
    const fields = row.flatMap((cell, at) =>
      cell === '' ? [] : [[names[at] ?? '', cellValue(names[at] ?? '', cell)]],
    );
    return Object.fromEntries(fields) as ReadPerson;
  });
}
