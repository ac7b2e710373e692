// Says why a report cannot be rendered where that is nobody's bug.

export type RenderFailureCode = 'REPORT_ROW_LIMIT_EXCEEDED' | 'REPORT_RENDER_FAILED' | 'REPORT_OUTPUT_TOO_LARGE';

/** Is thrown by the sink, too, which knows how large a file may be. */
export class RenderFailure extends Error {
  readonly code: RenderFailureCode;

  constructor(code: RenderFailureCode, message: string = code) {
    super(message);
    this.name = 'RenderFailure';
    this.code = code;
  }
}
