// Takes away from node_modules what the program never reads, for an image or a machine that only runs it: `npm ci` brings it back.
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What is for compilers and debuggers, forms of packages for pages and for older programs, and what was made to test them. */
const UNREAD = [
  'node_modules/**/*.{js,cjs,mjs,css}.map',
  'node_modules/**/*.d.{ts,cts,mts}',
  'node_modules/**/*.d.{ts,cts,mts}.map',
  'node_modules/bintrees/test',
  'node_modules/dejavu-fonts-ttf/ttf/!(DejaVuSans.ttf|DejaVuSans-Bold.ttf)',
  'node_modules/echarts/{dist,i18n,theme,types}',
  'node_modules/liquidjs/dist/liquid.browser*',
  'node_modules/node-*/include',
  'node_modules/pdfkit/js/pdfkit.{browser,standalone}*',
  'node_modules/swagger-ui-dist/swagger-ui-{es-bundle,standalone-preset}*',
  'node_modules/swagger-ui-dist/swagger-ui.js',
  'node_modules/zrender/{dist,src}',
];

const found = globSync(UNREAD, { cwd: root });
for (const path of found) rmSync(join(root, path), { recursive: true, force: true });
process.stdout.write(`${found.length} files and folders taken away\n`);
