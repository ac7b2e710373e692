// Is the door of statements: what a report asks for, written and bound.
export { buildPlatformQuery } from './platform/build-platform-query.store.ts';
