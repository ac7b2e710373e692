// Draws the QR code of an address as a PNG that a page can show without asking for anything else.
import { encode } from 'uqr';
import { encodePng, INK_MAX } from '../../ground/png.ts';

/** Pixels of a module: with about 45 modules a side, large enough for the camera of a phone. */
const MODULE_PIXELS = 4;
/** Modules of white around the code that readers need (ISO/IEC 18004, section 9.1). */
const QUIET_ZONE_MODULES = 4;

/** Answers `data:image/png;base64,...`, about 2 KB for the address of an authenticator app. */
export async function qrImageString(text: string): Promise<string> {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE_MODULES });
  const side = size * MODULE_PIXELS;
  const ink = new Uint8Array(side * side);
  for (const [row, modules] of data.entries()) {
    for (const [column, isDark] of modules.entries()) {
      if (!isDark) continue;
      for (let y = row * MODULE_PIXELS; y < (row + 1) * MODULE_PIXELS; y++) {
        const start = y * side + column * MODULE_PIXELS;
        ink.fill(INK_MAX, start, start + MODULE_PIXELS);
      }
    }
  }
  const png = await encodePng({ width: side, height: side, ink });
  return `data:image/png;base64,${png.toString('base64')}`;
}
