// Draws the QR code of an address as a PNG that a page can show without asking for anything else.
import { toDataURL } from 'qrcode';

/** Pixels of a module: with about 45 modules a side, large enough for the camera of a phone. */
const MODULE_PIXELS = 4;
/** Modules of white around the code that readers need (ISO/IEC 18004, section 9.1). */
const QUIET_ZONE_MODULES = 4;

/** Answers `data:image/png;base64,...`, about 3 KB for the address of an authenticator app. */
export function qrImageString(text: string): Promise<string> {
  return toDataURL(text, {
    type: 'image/png',
    errorCorrectionLevel: 'M',
    scale: MODULE_PIXELS,
    margin: QUIET_ZONE_MODULES,
  });
}
