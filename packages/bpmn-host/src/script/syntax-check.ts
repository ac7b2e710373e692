// Checks whether a JavaScript source can be run at all, without running it.
import type { ExpressionProblem } from '@keelson/bpmn-core';
import type { QuickJSWASMModule } from 'quickjs-emscripten-core';
import { type InterpreterCode, loadInterpreter } from './quickjs-module.ts';
import { SCRIPT_NAME } from './read-outcome.ts';

export type SyntaxCheck = (source: string) => ExpressionProblem | null;

/** Stack of the check, whose thread has the usual one of a process: about a hundred functions inside each other still fit into this. */
const STACK_BYTES = 32 * 1024;
const TOO_DEEP = 'the script is nested too deeply';
const MEMORY_BYTES = 64 * 1024 * 1024;

/** Makes the check, which is synchronous; only loading the interpreter is not. */
export async function createSyntaxCheck(interpreter: InterpreterCode, sourceBytes: number): Promise<SyntaxCheck> {
  let { quickjs } = await loadInterpreter(interpreter, MEMORY_BYTES);
  return (source) => {
    if (Buffer.byteLength(source) > sourceBytes) {
      return { problem: `limit script.source-bytes exceeded: ${sourceBytes}`, offset: 0 };
    }
    try {
      return problemOf(quickjs, source);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // The parser went deeper than this thread's stack: what it left behind is given up for a new instance.
      void loadInterpreter(interpreter, MEMORY_BYTES).then((fresh) => {
        quickjs = fresh.quickjs;
      });
      return { problem: TOO_DEEP, offset: 0 };
    }
  };
}

function problemOf(quickjs: QuickJSWASMModule, source: string): ExpressionProblem | null {
  const runtime = quickjs.newRuntime({ memoryLimitBytes: MEMORY_BYTES, maxStackSizeBytes: STACK_BYTES });
  const context = runtime.newContext();
  const compiled = context.evalCode(source, SCRIPT_NAME, { type: 'global', compileOnly: true });
  const problem = compiled.error === undefined ? null : readProblem(context.dump(compiled.error), source);
  (compiled.error ?? compiled.value).dispose();
  context.dispose();
  runtime.dispose();
  return problem;
}

/** Reads the interpreter's error; nothing of the script has run. */
function readProblem(error: { message?: unknown; stack?: unknown }, source: string): ExpressionProblem {
  const place = /\bscript:(\d+)(?::(\d+))?/.exec(String(error.stack ?? ''));
  const [line, column] = [Number(place?.[1] ?? 1), Number(place?.[2] ?? 1)];
  const before = source.split('\n').slice(0, line - 1);
  const offset = before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
  const message = String(error.message);
  return { problem: message === 'stack overflow' ? TOO_DEEP : message, offset: Math.min(offset, source.length) };
}
