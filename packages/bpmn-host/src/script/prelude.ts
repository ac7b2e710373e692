// What a script finds around it, as source that runs in the sandbox before the script and without anything of the
// outside.

/**
 * Source of the function `enter(input)`, which puts variables and objects among the globals and gives `leave(how, value)`, which writes as
 * JSON text what came of the script. Neither can be reached from the script, and both use only what they took from the globals before it
 * ran: what a script does to `JSON` or `Array.prototype` changes nothing in its outcome.
 */
export const PRELUDE = `(() => {
'use strict';
const { parse, stringify } = JSON;
const { isArray } = Array;
const { isFinite } = Number;
const { isView } = ArrayBuffer;
const { keys, hasOwn, freeze, setPrototypeOf } = Object;
const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
const { prototype: plainPrototype } = Object;
const { toISOString, getTime } = Date.prototype;
const { slice } = String.prototype;
const { get: registered, set: register } = WeakMap.prototype;
const globals = globalThis;
const text = String;
const PlainTypeError = TypeError;
const PlainRangeError = RangeError;
const NativeWeakMap = WeakMap;
const getter = (type, name) => getOwnPropertyDescriptor(type.prototype, name).get;
const unboxers = [String.prototype.valueOf, Number.prototype.valueOf, Boolean.prototype.valueOf];
const foreign = [
  ['a Map', getter(Map, 'size')],
  ['a Set', getter(Set, 'size')],
  ['an ArrayBuffer', getter(ArrayBuffer, 'byteLength')],
  ['a Promise', Promise.prototype.then],
];
const isRegExp = getter(RegExp, 'source');
const attempt = (method, value) => { try { return apply(method, value, []); } catch { return undefined; } };

return (input) => {
  const { variables, autoStore, resultWanted, facts, logMax, valueMax, depthMax, readMax } = parse(input);
  const limits = new NativeWeakMap();
  const thrown = new NativeWeakMap();
  const writes = { __proto__: null };
  const changed = { __proto__: null };
  const current = { __proto__: null };
  const before = { __proto__: null };
  const read = { __proto__: null };
  const given = keys(variables);
  const log = setPrototypeOf([], null);
  let missing = 0;
  let logged = 0, truncated = false, charged = 0;

  const refuse = (what) => { throw new PlainTypeError(what + ' is no JSON value'); };
  const exceed = (name, value) => {
    const error = new PlainRangeError('limit ' + name + ' exceeded: ' + value);
    apply(register, limits, [error, true]);
    throw error;
  };
  const charge = (size) => { if ((charged += size) > valueMax) exceed('script.value', valueMax); };

  const plainObject = (value, depth) => {
    if (depth > depthMax) exceed('script.value-depth', depthMax);
    if (isArray(value)) {
      const copy = setPrototypeOf([], null);
      const { length } = value;
      for (let index = 0; index < length; index++) { charge(1); copy[index] = plain(value[index] ?? null, depth + 1); }
      return copy;
    }
    const copy = { __proto__: null };
    const names = keys(value);
    for (let index = 0; index < names.length; index++) {
      const name = names[index];
      const member = value[name];
      if (member === undefined || typeof member === 'function' || typeof member === 'symbol') continue;
      charge(name.length + 4);
      copy[name] = plain(member, depth + 1);
    }
    return copy;
  };
  const special = (value, depth) => {
    if (depth > depthMax) exceed('script.value-depth', depthMax);
    const time = attempt(getTime, value);
    if (time !== undefined) return isFinite(time) ? plain(apply(toISOString, value, []), depth) : refuse('an invalid date');
    for (let index = 0; index < unboxers.length; index++) {
      const unboxed = attempt(unboxers[index], value);
      if (unboxed !== undefined) return plain(unboxed, depth);
    }
    if (typeof value.toJSON === 'function') return plain(value.toJSON('') ?? null, depth + 1);
    if (isView(value)) refuse('a typed array');
    if (attempt(isRegExp, value) !== undefined) refuse('a regular expression');
    for (let index = 0; index < foreign.length; index++) {
      if (attempt(foreign[index][1], value) !== undefined) refuse(foreign[index][0]);
    }
    return plainObject(value, depth);
  };
  const plain = (value, depth) => {
    switch (typeof value) {
      case 'string': charge(value.length + 2); return value;
      case 'boolean': charge(5); return value;
      case 'number': charge(8); return isFinite(value) ? value : refuse(text(value));
      case 'object': break;
      default: refuse('a ' + typeof value);
    }
    if (value === null) { charge(4); return null; }
    const prototype = getPrototypeOf(value);
    const isPlain = isArray(value) || prototype === null || (prototype === plainPrototype && typeof value.toJSON !== 'function');
    return isPlain ? plainObject(value, depth) : special(value, depth);
  };
  const json = (value) => { charged = 0; return stringify(plain(value ?? null, 1)); };

  const own = ['execution', 'console', 'print', 'BpmnError', 'Escalation', 'globalThis'];
  const isOwn = (name) => { for (let i = 0; i < own.length; i++) if (own[i] === name) return true; return false; };
  // What the script has written itself is nobody else's.
  const isWritten = (name) => writes[name] !== undefined || changed[name] === true;
  const noteRead = (name) => {
    if (read[name] === true || isWritten(name)) return;
    if (hasOwn(variables, name) || missing++ < readMax) read[name] = true;
  };
  const offer = (name, value) => {
    if (isOwn(name) || getOwnPropertyDescriptor(globals, name)?.configurable === false) return;
    let held = value;
    const get = () => { noteRead(name); return held; };
    const set = (given) => { changed[name] = true; held = given; };
    defineProperty(globals, name, { get, set, enumerable: true, configurable: true });
  };
  const show = (name, value) => {
    if (isOwn(name) || getOwnPropertyDescriptor(globals, name)?.configurable === false) return;
    defineProperty(globals, name, { value, writable: true, enumerable: true, configurable: true });
  };
  const named = (name) => typeof name === 'string' ? name : refuse('a name that is no text');
  const isAssignable = ({ writable, set }) => writable === true || set !== undefined;
  const setVariable = (name, value) => {
    writes[named(name)] = json(value);
    current[name] = value ?? null;
    if (hasOwn(globals, name) && !isOwn(name) && isAssignable(getOwnPropertyDescriptor(globals, name))) globals[name] = value ?? null;
    else show(name, value ?? null);
  };
  const notExecuted = (method) => () => { throw new PlainTypeError('execution.' + method + ' is not executed in scripts'); };
  const execution = {
    getVariable: (name) => { noteRead(named(name)); return current[name] ?? null; },
    getVariables: () => { for (let i = 0; i < given.length; i++) noteRead(given[i]); return { ...current }; },
    hasVariable: (name) => { noteRead(named(name)); return current[name] !== undefined; },
    setVariable,
    setVariables: (map) => { const names = keys(map); for (let i = 0; i < names.length; i++) setVariable(names[i], map[names[i]]); },
    removeVariable: notExecuted('removeVariable'),
    getVariableLocal: notExecuted('getVariableLocal'),
    setVariableLocal: notExecuted('setVariableLocal'),
  };
  const factNames = keys(facts);
  for (let index = 0; index < factNames.length; index++) {
    const name = factNames[index];
    const fact = facts[name];
    execution[name] = fact;
    execution['get' + name[0].toUpperCase() + name.slice(1)] = () => fact;
  }

  const shown = (value) => {
    if (typeof value === 'string') return value;
    try { return typeof value === 'object' && value !== null && !(value instanceof Error) ? json(value) : text(value); }
    catch { return 'a value that cannot be shown'; }
  };
  const print = (...values) => {
    let line = '';
    for (let index = 0; index < values.length && line.length <= logMax; index++) line += (index > 0 ? ' ' : '') + shown(values[index]);
    const room = logMax - logged;
    if (line.length + 1 > room) { truncated = true; line = apply(slice, line, [0, room > 0 ? room - 1 : 0]); if (line === '') return; }
    logged += line.length + 1;
    log[log.length] = line;
  };

  const codeOf = (type, code) => {
    if (typeof code !== 'string' && typeof code !== 'number' || code === '') throw new PlainTypeError(type + ' needs a code');
    return apply(slice, text(code), [0, 255]);
  };
  const said = (message) => message === undefined || message === null ? null : apply(slice, text(message), [0, 1000]);
  class BpmnError extends Error {
    constructor(code, message) {
      super(said(message) ?? '');
      this.errorCode = codeOf('BpmnError', code);
      apply(register, thrown, [this, { outcome: 'error', errorCode: this.errorCode, message: said(message) }]);
    }
  }
  class Escalation extends Error {
    constructor(code) {
      super('');
      this.escalationCode = codeOf('Escalation', code);
      apply(register, thrown, [this, { outcome: 'escalation', escalationCode: this.escalationCode }]);
    }
  }
  const provide = (name, value) => defineProperty(globals, name, { value, writable: true, enumerable: false, configurable: true });
  provide('execution', freeze(execution));
  provide('console', freeze({ log: print, info: print, warn: print, error: print, debug: print }));
  provide('print', print);
  provide('BpmnError', BpmnError);
  provide('Escalation', Escalation);
  for (let index = 0; index < given.length; index++) {
    const name = given[index];
    current[name] = variables[name];
    if (autoStore) before[name] = json(variables[name]);
    offer(name, variables[name]);
  }

  const storeGlobals = () => {
    const names = keys(globals);
    for (let index = 0; index < names.length; index++) {
      const name = names[index];
      const value = globals[name];
      if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue;
      const now = json(value);
      if (now !== before[name] || writes[name] !== undefined) writes[name] = now;
    }
  };
  const writesText = () => {
    let joined = '';
    for (const name in writes) joined += (joined === '' ? '' : ',') + stringify(name) + ':' + writes[name];
    return '{' + joined + '}';
  };
  const piece = (read) => { try { return apply(slice, text(read()), [0, 1000]); } catch { return ''; } };
  const failure = (error) => {
    if (typeof error !== 'object' || error === null) return { message: 'threw ' + piece(() => error), stack: '' };
    const name = piece(() => error.name ?? '');
    const message = piece(() => error.message ?? '');
    return { message: name === '' || message === '' ? name + message : name + ': ' + message, stack: piece(() => error.stack ?? '') };
  };
  const ending = (how, value) => {
    if (how === 'value') {
      const result = resultWanted ? json(value) : 'null';
      if (autoStore) storeGlobals();
      return '"outcome":"done","value":' + result + ',"writes":' + writesText();
    }
    if (how === 'stopped') return '"outcome":"stopped"';
    const known = typeof value === 'object' && value !== null ? apply(registered, thrown, [value]) : undefined;
    if (known !== undefined) return apply(slice, stringify(setPrototypeOf(known, null)), [1, -1]) + ',"writes":' + writesText();
    const exceeded = typeof value === 'object' && value !== null && apply(registered, limits, [value]) === true;
    const failed = setPrototypeOf(failure(value), null);
    return '"outcome":"failed","limit":' + exceeded + ',"thrown":' + stringify(failed);
  };
  return (how, value) => {
    const used = ',"read":' + stringify(setPrototypeOf(keys(read), null));
    return '{' + ending(how, value) + used + ',"log":' + stringify(log) + ',"logTruncated":' + truncated + '}';
  };
};
})()`;
