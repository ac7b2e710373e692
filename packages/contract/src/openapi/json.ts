// The JSON that documents are made of.
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };
export type JsonObject = Readonly<Record<string, Json | undefined>>;
