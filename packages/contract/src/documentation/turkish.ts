// Describes the Turkish words of a module: its title, and one line for each operation, built or planned.

/** Demands every operation and no other; errors have their Turkish texts in the catalogue. */
export interface TurkishOf<M extends { readonly operations: object }> {
  readonly title: string;
  readonly summaries: { readonly [K in keyof M['operations']]: string };
}
