// Declares what other modules may call of process models: nothing yet, as the engine keeps its own bytes.

export type BpmnAdminApi = Readonly<Record<never, never>>;
