// What scripts may try in order to get out, to stay for ever or to take everything.
import { describe, expect, it } from 'vitest';
import { failureOf, openSandbox, resultOf, runnerOf } from './testing/sandboxes.ts';

const sandbox = openSandbox({ limits: { timeMs: 400, graceMs: 400, valueBytes: 1_000_000 } });
const run = runnerOf(sandbox);

/** Names that a host gives its scripts, of which none may be there. */
const HOST_NAMES = [
  'process',
  'require',
  'module',
  'exports',
  'global',
  'Buffer',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'structuredClone',
  'performance',
  'Worker',
  'parentPort',
  'postMessage',
  'MessageChannel',
  'WebAssembly',
  'navigator',
  'crypto',
  'importScripts',
  'std',
  'os',
  'scriptArgs',
  'bjson',
  'Deno',
  'Bun',
  'window',
  'self',
  'document',
  'localStorage',
  'Atomics',
  'java',
  'Java',
  'load',
  'read',
  'quit',
  'gc',
  '__filename',
]; // prettier-ignore

describe('a script that looks for the host', () => {
  it.each(HOST_NAMES)('finds no %s', async (name) => {
    const source = `[typeof ${name}, name in globalThis, typeof new Function("return this")()[name]]`;
    expect(resultOf(await run(source, { name }))).toEqual(['undefined', false, 'undefined']);
  });

  it.each([
    '(function () { return this })().constructor.constructor("return typeof process")()',
    '({}).constructor.constructor("return typeof process")()',
    '[].map.constructor("return typeof process")()',
    'execution.constructor.constructor("return typeof process")()',
    'execution.setVariable.constructor("return typeof process")()',
    'print.constructor("return typeof process")()',
    'console.log.constructor("return this")().process === undefined ? "undefined" : "found"',
    'new BpmnError("x").constructor.constructor.constructor("return typeof process")()',
    'Object.getPrototypeOf(async function () {}).constructor("return 1") && typeof process',
    'Object.getPrototypeOf(function* () {}).constructor("yield typeof process")().next().value',
    'eval("typeof process")',
    '(0, eval)("typeof process")',
    'Reflect.construct(Function, ["return typeof process"])()',
    'let found = "undefined"; Error.prepareStackTrace = (error, frames) => { for (const frame of frames) { const it = frame.getThis?.(); if (it && it !== globalThis) found = typeof it } return "" }; new Error().stack; found',
    'typeof print.caller + typeof print.arguments === "undefinedundefined" ? "undefined" : "found"',
    'new Proxy(globalThis, {}).process === undefined ? "undefined" : "found"',
  ])('through %s comes to its own realm only', async (source) => {
    const outcome = await run(source);
    if (outcome.outcome === 'failed') expect(outcome.message).toMatch(/^TypeError: invalid property access/);
    else expect(resultOf(outcome)).toBe('undefined');
  });

  it.each(['fs', 'node:fs', 'std', 'os', './worker.ts', '/etc/passwd', 'data:text/javascript,1', 'file:///etc/passwd'])(
    'imports no %s',
    async (name) => {
      expect(failureOf(await run(`import(${JSON.stringify(name)})`))).toMatch(/^SCRIPT_FAILED: /);
    },
  );

  it('cannot have imports of its own', async () => {
    expect(failureOf(await run('import fs from "fs"'))).toMatch(/^SCRIPT_FAILED: SyntaxError/);
  });

  it('finds nothing of the prelude among the globals', async () => {
    const names = resultOf(await run('Object.keys(globalThis)', { own: 1 }));
    expect(names).toEqual(['own']);
  });
});

describe('what a script changes', () => {
  it('is gone for the next script: globals and prototypes', async () => {
    const pollute = `globalThis.left = 1; Object.prototype.left = 2; Array.prototype.push = () => "stolen"; JSON.stringify = () => "{}";
      String.prototype.trim = () => "stolen"; Function.prototype.call = null; delete globalThis.Math`;
    const look = '[typeof left, ({}).left ?? null, [].push(1), JSON.stringify([1]), " x ".trim(), typeof Math]';
    for (let round = 0; round < 6; round++) {
      resultOf(await run(pollute));
      expect(resultOf(await run(look))).toEqual(['undefined', null, 1, '[1]', 'x', 'object']);
    }
    expect(({} as { left?: number }).left).toBeUndefined();
  });

  it('what a script changes of what it is told by changes nothing in its outcome', async () => {
    const source = `JSON.stringify = () => '{"outcome":"done"}'; JSON.parse = () => 1; Object.keys = () => []; Array.isArray = () => true;
      Number.isFinite = () => true; Array.prototype.toJSON = () => "stolen";
      String.prototype.toJSON = () => "stolen"; String.prototype.slice = () => ""; WeakMap.prototype.get = () => true; Reflect.apply = null;
      Object.setPrototypeOf = null;
      Object.defineProperty(Object.prototype, "log", { get() { return "x" } });
      execution.setVariable("list", [1, { a: "b" }]); print("kept"); 5`;
    const outcome = await run(source, { x: 1 });
    expect(outcome).toMatchObject({ outcome: 'done', value: 5, writes: { list: [1, { a: 'b' }] }, log: ['kept'] });
  });

  it('what a script changes of the interpreter itself ends the script by name', async () => {
    const source = 'Object.defineProperty(Object.prototype, "0", { set() { throw 1 } }); [1]';
    expect(failureOf(await run(source))).toMatch(/^SCRIPT_FAILED: /);
  });

  it('cannot make it tell of another ending or of names that are none', async () => {
    const source = `Object.defineProperty(Object.prototype, "outcome", { get: () => "escalation", set() {} });
      Object.defineProperty(Object.prototype, "writes", { get: () => ({ "a b": 1 }), set() {} }); 1`;
    expect(await run(source)).toMatchObject({ outcome: 'done', value: 1, writes: {} });
  });

  it('what a script changes in its variables stays in it', async () => {
    const variables = { shared: { list: [1] } };
    await run('shared.list.push(2); Object.freeze(shared); execution.setVariable("shared", null)', variables);
    expect(variables).toEqual({ shared: { list: [1] } });
  });

  it('what a script changes of species, iterators and conversions reaches only itself', async () => {
    const source = `class Bad extends Array { static get [Symbol.species]() { return function () { return globalThis } } }
      const bad = new Bad(1, 2); bad[Symbol.iterator] = () => { throw 1 }; bad.constructor = { [Symbol.species]: null };
      bad.valueOf = bad.toString = bad[Symbol.toPrimitive] = () => { throw 2 }; bad`;
    expect(resultOf(await run(source))).toEqual([1, 2]);
  });
});

describe('a value that fights back', () => {
  it.each([
    ['a getter that throws', '({ get x() { throw new Error("no") } })', /SCRIPT_FAILED: Error: no/],
    ['a getter that never ends', '({ get x() { for (;;); } })', /SCRIPT_LIMIT: limit script.time-ms exceeded: 400/],
    ['a circle', 'const a = {}; a.a = a; a', /SCRIPT_LIMIT: limit script/],
    ['a toJSON that makes more of itself', 'const f = () => ({ toJSON: f }); f()', /SCRIPT_LIMIT: limit script/],
    ['a toJSON that never ends', '({ toJSON() { for (;;); } })', /SCRIPT_LIMIT: limit script.time-ms/],
    ['a list of holes', 'new Array(4e9)', /SCRIPT_LIMIT: limit script/],
    [
      'a proxy that is endless',
      'new Proxy([], { get: (t, k) => k === "length" ? 1e15 : 1, has: () => true })',
      /SCRIPT_LIMIT: limit script/,
    ],
    ['a proxy that throws', 'new Proxy({}, { ownKeys() { throw new BpmnError("X") } })', /^thrown X/],
    [
      'a revoked proxy',
      'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); proxy',
      /SCRIPT_FAILED: TypeError/,
    ],
    ['10 MB of text', '"x".repeat(1e7)', /SCRIPT_LIMIT: limit script/],
    ['a very deep list', 'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; a', /SCRIPT_LIMIT: limit script/],
    [
      'the same list a billion times',
      'let a = [1]; for (let i = 0; i < 30; i++) a = [a, a]; a',
      /SCRIPT_LIMIT: limit script/,
    ],
    [
      'an error whose message throws',
      'throw { get message() { throw 1 }, get name() { throw 2 } }',
      /SCRIPT_FAILED: $/,
    ],
    ['an error whose message never ends', 'throw { get message() { for (;;); } }', /SCRIPT_LIMIT|SCRIPT_FAILED/],
    ['an error with 10 MB of message', 'throw new Error("x".repeat(1e7))', /^SCRIPT_FAILED: .{1,2000}$/],
    [
      'a code that is an object',
      'throw new BpmnError({ toString() { for (;;); } })',
      /SCRIPT_FAILED: TypeError: BpmnError needs a code/,
    ],
  ])('%s ends by name', async (_, source, message) => {
    const outcome = await run(source);
    expect(outcome.outcome === 'error' ? `thrown ${outcome.errorCode}` : failureOf(outcome)).toMatch(message);
  });

  it('a value that fights back written under any name does no harm', async () => {
    const outcome = await run(
      'execution.setVariable("__proto__", { polluted: true }); execution.setVariable("constructor", 1)',
    );
    expect(outcome.outcome === 'done' && Object.keys(outcome.writes)).toEqual(['__proto__', 'constructor']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('a script that takes everything', () => {
  it.each([
    ['an endless loop', 'for (;;);'],
    ['an endless loop behind try', 'for (;;) { try { for (;;); } catch {} finally { continue } }'],
    ['jobs without end', 'const next = () => Promise.resolve().then(next); next(); 1'],
    ['an async loop', '(async () => { for (;;) await null })()'],
    ['backtracking', '/^(a+)+$/.test("a".repeat(40) + "b")'],
    ['an endless generator', '[...(function* () { for (;;) yield })()].length'],
    ['a sort without end', '[1, 2].sort(() => { for (;;); })'],
    ['a reader of the clock', 'while (Date.now() < 1e15);'],
  ])('a script that takes all the time ends at the limit: %s', async (_, source) => {
    // None of them ends by itself: a limit that did not hold would be the end of this test's time.
    expect(failureOf(await run(source))).toMatch(
      /^SCRIPT_LIMIT: limit (script.time-ms exceeded: 400|script.memory-mib exceeded: 32)$/,
    );
  });

  it.each([
    ['a list', 'const all = []; for (;;) all.push(new Array(1000).fill(0))'],
    ['buffers', 'const all = []; for (;;) all.push(new ArrayBuffer(1e6))'],
    ['buffers whose end it hides', 'try { const all = []; for (;;) all.push(new ArrayBuffer(1e6)) } catch {} 1'],
    ['one buffer', 'new ArrayBuffer(2 ** 31)'],
    ['text', 'let s = "x"; for (;;) s += s'],
    ['repeated text', '"x".repeat(2 ** 29)'],
    ['padded text', '"x".padEnd(2 ** 30)'],
    ['properties', 'const o = {}; for (let i = 0; ; i++) o["k" + i] = {}'],
    ['closures', 'let f = null; for (;;) { const g = f; f = () => g }'],
    ['a map', 'const m = new Map(); for (let i = 0; ; i++) m.set(i, i)'],
    ['a big integer', 'let n = 2n; for (;;) n *= n'],
    ['a flood of jobs', 'for (;;) Promise.resolve().then(() => {})'],
  ])('a script that takes all the memory ends by name: %s', async (_, source) => {
    expect(failureOf(await run(source))).toMatch(
      /^SCRIPT_LIMIT: limit script|^SCRIPT_FAILED: (RangeError|InternalError|TypeError): /,
    );
  });

  it.each([
    ['calls', 'const f = (n) => f(n + 1) + 1; f(0)'],
    ['getters', 'const o = { get x() { return this.x } }; o.x'],
    ['text of itself', 'const o = { toString() { return "" + o } }; "" + o'],
    ['callbacks', 'const f = () => [1].map(f); f()'],
    ['proxies', 'let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x'],
    ['parsed JSON', 'JSON.parse("[".repeat(1e5))'],
    ['source', 'eval("(".repeat(1e5))'],
    ['constructors', 'class A { constructor() { new A() } } new A()'],
    ['generators', 'function* g() { yield* g() } g().next()'],
    ['replacers', 'const f = () => "a".replace("a", f); f()'],
  ])('a script that takes all of the stack ends by name: %s', async (_, source) => {
    expect(failureOf(await run(source))).toMatch(/^SCRIPT_FAILED: .*(stack overflow|SyntaxError)/);
  });

  it('cannot wait for another thread', async () => {
    const source =
      'typeof Atomics === "undefined" ? "none" : Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0)';
    expect(resultOf(await run(source))).toBe('none');
  });

  it('takes from the machine hardly more than its memory, whatever it keeps', async () => {
    const before = process.memoryUsage.rss();
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 5);
    for (const kept of ['new ArrayBuffer(1e6)', 'new Array(1000).fill(7)', '"x".repeat(1e5) + all.length']) {
      expect(failureOf(await run(`const all = []; for (;;) all.push(${kept})`))).toMatch(/^SCRIPT_LIMIT: limit script/);
    }
    clearInterval(watch);
    expect(peak - before).toBeLessThan(400 * 1024 * 1024);
  });

  it('leaves the next script all that it would have had', async () => {
    const calm = 'const all = []; for (let i = 0; i < 20; i++) all.push(new ArrayBuffer(1e6)); all.length';
    for (let round = 0; round < 3; round++) {
      failureOf(await run('const all = []; for (;;) all.push(new ArrayBuffer(1e6))'));
      expect(resultOf(await run(calm))).toBe(20);
    }
  });

  it('a script whose variables alone take everything ends by name', async () => {
    const list = Array.from({ length: 1_000_000 }, (_, index) => ({ index }));
    expect(failureOf(await run('1', { list }))).toMatch(/^SCRIPT_LIMIT: limit script/);
  });

  it('a script whose source alone takes everything ends by name', async () => {
    expect(failureOf(await run(`1;${' '.repeat(256 * 1024)}`))).toBe(
      'SCRIPT_LIMIT: limit script.source-bytes exceeded: 262144',
    );
  });
});
