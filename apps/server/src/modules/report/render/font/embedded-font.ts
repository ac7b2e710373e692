// Finds the files of the font that reports carry with them.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Holds Latin, Greek, Cyrillic and more; its licence allows it to be embedded in documents. */
export const embeddedFont = {
  family: 'DejaVu Sans',
  plain: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
} as const;
