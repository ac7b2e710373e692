// Exports rendering for the thread that makes files.
export { fileKinds } from './file-kinds.ts';
export type { Presentation, RenderRequest } from './render.types.ts';
export { RenderFailure } from './render-failure.ts';
export { renderReport } from './render-report.ts';
export { partHash, partText } from './table/part.store.ts';
