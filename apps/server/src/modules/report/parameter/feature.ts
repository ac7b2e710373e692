// Is the door of parameters: the values of a run, and what is wrong with them.
export { boundValuesOf, findUnknown, type ResolvedParameter, resolveValues } from './resolve-values.ts';
