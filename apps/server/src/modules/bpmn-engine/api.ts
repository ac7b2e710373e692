// What the engine offers to other modules; none of them needs anything of it yet.
export type BpmnEngineApi = Readonly<Record<string, never>>;
