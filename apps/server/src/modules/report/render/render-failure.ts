// Declares why a report cannot be rendered, where that is no defect.

export type RenderFailureCode = 'REPORT_ROW_LIMIT_EXCEEDED' | 'REPORT_RENDER_FAILED' | 'REPORT_OUTPUT_TOO_LARGE';

/** Thrown by renderers, and by the sink, which knows the largest size of a file. */
export class RenderFailure extends Error {
  readonly code: RenderFailureCode;

  constructor(code: RenderFailureCode, message: string = code) {
    super(message);
    this.name = 'RenderFailure';
    this.code = code;
  }
}
