// Finds the files of the font that reports carry with them.
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** Holds Latin, Greek, Cyrillic and more; its licence allows it to be embedded in documents. */
export const embeddedFont = {
  family: 'DejaVu Sans',
  plain: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
} as const;
