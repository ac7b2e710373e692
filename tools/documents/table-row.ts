// Writes a row of a Markdown table.
const cell = (text: string) => text.replaceAll('|', '\\|');

export const row = (...cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
