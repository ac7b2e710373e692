// Declares which styles content of any sender may have.

export const safeProperties: readonly string[] = (
  'color background-color font-size font-family font-weight font-style text-align text-decoration line-height vertical-align ' +
  'width height max-width white-space margin margin-top margin-right margin-bottom margin-left padding padding-top ' +
  'padding-right padding-bottom padding-left border border-top border-right border-bottom border-left border-radius ' +
  'border-collapse display'
).split(' ');

/**
 * Matches values without functions but colours, without escapes, and with quotes around names alone, so that none names
 * an address.
 */
export const SAFE_STYLE_VALUE = /^(?:[A-Za-z0-9#%., !-]|'[A-Za-z0-9 -]*'|"[A-Za-z0-9 -]*"|rgba?\([0-9., %]+\))*$/;
