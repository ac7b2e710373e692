// Other modules need nothing of the engine yet.
export type BpmnEngineApi = Readonly<Record<string, never>>;
