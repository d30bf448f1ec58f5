import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ByteRange } from '../../model/byte-range.ts'
import type { StagedFile } from '../../ports/staging.ts'

/** A staged file over bytes in memory, for tests of what reads staged files. */
export function stagedFile(bytes: Uint8Array): StagedFile {
  const whole = { start: 0, end: bytes.length }
  const window = ({ start, end }: ByteRange) => bytes.subarray(start, end)
  return {
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    content: bytes,
    read: async (range) => window(range),
    stream: (range = whole) => Readable.from([window(range)]),
  }
}
