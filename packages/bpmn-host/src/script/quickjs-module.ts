// Loads the interpreter: its WebAssembly is compiled once in a process and made into as many instances as are needed.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';

/** Compiled interpreter: a `WebAssembly.Module`, whose type comes with the library of browsers alone. */
export interface InterpreterCode {
  readonly [Symbol.toStringTag]: string;
}

/** Memory of the interpreter: a `WebAssembly.Memory`. */
interface InterpreterMemory {
  grow: (pages: number) => number;
}

const { WebAssembly } = globalThis as typeof globalThis & {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => InterpreterCode;
    readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => InterpreterMemory;
  };
};

/** Compiles the interpreter. The result may be handed to a worker, which then does not compile it again. */
export function compileInterpreter(): InterpreterCode {
  const file = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  return new WebAssembly.Module(readFileSync(file));
}

// The package declares one module format and is loaded in the other: what is imported is the variant itself.
const syncVariant = variant as unknown as QuickJSSyncVariant;

const PAGE_BYTES = 65_536;
/** Pages of memory that the interpreter begins with: its own stack and data. */
const PAGES_MIN = 256;
/** Pages of memory that the interpreter was built for at most. */
const PAGES_MAX = 32_768;

/** An instance of the interpreter with memory of its own. */
export interface Interpreter {
  readonly quickjs: QuickJSWASMModule;
  /** Says whether the interpreter was refused memory and found none since: it may have stumbled, and is not used again. */
  readonly isOutOfMemory: () => boolean;
}

/**
 * Loads the interpreter, in about 2 ms. In this build its own limit counts eight bytes for whatever it allocates and lets a script take
 * gigabytes; so its memory has a maximum, with room for `memoryBytes`.
 */
export async function loadInterpreter(code: InterpreterCode, memoryBytes: number): Promise<Interpreter> {
  const maximum = Math.min(PAGES_MIN + Math.ceil(memoryBytes / PAGE_BYTES), PAGES_MAX);
  const wasmMemory = new WebAssembly.Memory({ initial: PAGES_MIN, maximum });
  const isOutOfMemory = watchGrowth(wasmMemory);
  const emscriptenModule = { wasmModule: code, wasmMemory } as Parameters<typeof newVariant>[1];
  return { quickjs: await newQuickJSWASMModuleFromVariant(newVariant(syncVariant, emscriptenModule)), isOutOfMemory };
}

/**
 * Watches whether the interpreter was refused memory: it asks for less and less before it gives up, so what counts is how the last of it
 * ended.
 */
function watchGrowth(memory: InterpreterMemory): () => boolean {
  let isRefused = false;
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    isRefused = true;
    const before = grow(pages);
    isRefused = false;
    return before;
  };
  return () => isRefused;
}
