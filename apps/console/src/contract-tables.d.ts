// Declares what the build makes of the contract; `contract-tables.ts` makes it.
declare module 'contract:operations' {
  import type { CallTable } from '@keelson/client/table';
  export const operations: CallTable;
}

declare module 'contract:access' {
  /** Authorities of which one suffices, by module and operation; whoever is signed in may call the others. */
  export const authorities: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

declare module 'contract:body/*' {
  export const schema: import('./lib/schema.ts').BodySchema;
}

declare module '*.css';
