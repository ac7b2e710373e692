// Holds what other modules may ask of reports: nothing yet.

export type ReportApi = Readonly<Record<never, never>>;
