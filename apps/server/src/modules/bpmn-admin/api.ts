// Holds what other modules may ask of process models: nothing yet, the engine keeps its own bytes.

export type BpmnAdminApi = Readonly<Record<never, never>>;
