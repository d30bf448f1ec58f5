import type { Readable, Writable } from 'node:stream'

/** A stream that people may look at. */
export type Terminal = Writable & {
  readonly isTTY?: boolean
  readonly columns?: number
}

/** What a command uses from its process. Tests pass their own. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Terminal
  readonly stderr: Terminal
  readonly env: Readonly<Record<string, string | undefined>>
}
