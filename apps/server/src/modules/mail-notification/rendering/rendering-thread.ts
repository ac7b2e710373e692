// Is the thread in which templates are compiled, and rendered where they may take long.
import { serveLane } from '../../../kernel/worker/serve-lane.ts';
import { compileTemplate } from './compile-template.ts';
import type { CompileOutcome, CompileRequest, RenderOutcome, RenderRequest } from './liquid/rendering.types.ts';
import { renderedCodes } from './liquid/source-tokens.ts';
import { renderCompiled } from './render-compiled.ts';
import { type InlineRequest, renderInline } from './render-inline.ts';

/** Requests of the thread, and their answers. */
export interface RenderingWork {
  /** Lists the partials that sources render; none of a source that cannot be read. */
  readonly codes: { readonly request: readonly string[]; readonly answer: readonly string[] };
  readonly compile: { readonly request: readonly CompileRequest[]; readonly answer: readonly CompileOutcome[] };
  readonly render: { readonly request: RenderRequest; readonly answer: RenderOutcome };
  readonly inline: { readonly request: InlineRequest; readonly answer: RenderOutcome };
}

type Kind = keyof RenderingWork;
export type RenderingRequest = {
  [K in Kind]: { readonly kind: K; readonly request: RenderingWork[K]['request'] };
}[Kind];
export type RenderingAnswer = RenderingWork[Kind]['answer'];

function codesOf(source: string): readonly string[] {
  try {
    return renderedCodes(source);
  } catch {
    return [];
  }
}

serveLane((asked: RenderingRequest): RenderingAnswer => {
  switch (asked.kind) {
    case 'codes':
      return [...new Set(asked.request.flatMap(codesOf))];
    case 'compile':
      return asked.request.map(compileTemplate);
    case 'render':
      return renderCompiled(asked.request);
    case 'inline':
      return renderInline(asked.request);
  }
});
