/** One row: its members by column name, and its line. `null`: this line is not a row. */
export interface ManifestRow {
  readonly line: number
  readonly members: Readonly<Record<string, unknown>> | null
}
