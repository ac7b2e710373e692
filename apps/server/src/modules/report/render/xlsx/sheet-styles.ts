// Gathers the styles of the cells of a workbook, and writes them as its part `styles.xml`.
import { GENERAL } from './sheet-format.ts';
import { xmlText } from './sheet-text.ts';

export interface SheetStyle {
  readonly code: string;
  readonly kind: 'cell' | 'heading' | 'total';
  readonly alignment: 'LEFT' | 'CENTER' | 'RIGHT' | null;
  readonly wrap: boolean;
}

export interface SheetStyles {
  /** Answers the number of a style for cells; 0 is the default one. */
  add(style: SheetStyle): number;
  xml(): string;
}

/** First number of own codes; smaller ones belong to every spreadsheet. */
const OWN_CODES_FROM = 164;
const look = {
  cell: 'fontId="0" fillId="0" borderId="0"',
  heading: 'fontId="1" fillId="2" borderId="1"',
  total: 'fontId="1" fillId="0" borderId="2"',
};
const edge = (side: 'top' | 'bottom'): string => `<${side} style="thin"><color rgb="FF9FB0C6"/></${side}>`;

export function createSheetStyles(): SheetStyles {
  const codes: string[] = [];
  // A cell without a style has the first one.
  const formats = ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'];

  function codeNumber(code: string): number {
    if (code === GENERAL) return 0;
    const place = codes.indexOf(code);
    return OWN_CODES_FROM + (place < 0 ? codes.push(code) - 1 : place);
  }

  return {
    add({ code, kind, alignment, wrap }) {
      if (code === GENERAL && kind === 'cell' && alignment === null && !wrap) return 0;
      const side = alignment === null ? '' : ` horizontal="${alignment.toLowerCase()}"`;
      const lines = wrap ? ' wrapText="1" vertical="top"' : '';
      const aligned = side + lines === '' ? '/>' : ` applyAlignment="1"><alignment${side}${lines}/></xf>`;
      const format = `<xf numFmtId="${codeNumber(code)}" ${look[kind]} xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"${aligned}`;
      const place = formats.indexOf(format);
      return place < 0 ? formats.push(format) - 1 : place;
    },
    xml() {
      const own = codes.map(
        (code, index) => `<numFmt numFmtId="${OWN_CODES_FROM + index}" formatCode="${xmlText(code)}"/>`,
      );
      const numFmts = own.length === 0 ? '' : `<numFmts count="${own.length}">${own.join('')}</numFmts>`;
      const font = '<sz val="11"/><color rgb="FF1C2430"/><name val="Calibri"/><family val="2"/>';
      const borders = `<borders count="3"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/>${edge('bottom')}<diagonal/></border><border><left/><right/>${edge('top')}<bottom/><diagonal/></border></borders>`;
      return `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${numFmts}<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE9EEF5"/></patternFill></fill></fills>${borders}<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">${formats.join('')}</cellXfs></styleSheet>`;
    },
  };
}
