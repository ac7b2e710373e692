// States the bounds and delimiters of CSV files without a schema, for the thread that reads files and needs no operation.

export const reportCsvColumnsMax = 256;
/** Places of a file that are reported where it cannot be read. */
export const reportCsvProblemsMax = 100;
/** Rows that are shown of a file that was taken. */
export const reportCsvRowsShown = 20;

export const csvDelimiters = [',', ';', '\t', '|'] as const;
