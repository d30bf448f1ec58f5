/** One row: its members by the names of columns, and where it stands. `null`: what stands there is no row. */
export interface ManifestRow {
  readonly line: number
  readonly members: Readonly<Record<string, unknown>> | null
}
