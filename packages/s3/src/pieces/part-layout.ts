import { invalidArgument } from '@stowage/core/internal'
import { readDirect } from './direct-layout.ts'

const MIB = 1024 ** 2
const GIB = 1024 ** 3

/** Bytes of a part, at least. S3 takes smaller ones only at the end of a file. */
const LEAST_PART = 8 * MIB
/** The most parts of a file whose size is known: S3 allows 10,000, but each is a row of the record. */
const MOST_PARTS = 2400

/** How many parts of which size a file has whose size nobody knows: 5 TiB in all, the most that S3 allows. */
const GROWING = [
  { parts: 400, size: LEAST_PART },
  { parts: 400, size: 64 * MIB },
  { parts: 600, size: 512 * MIB },
  { parts: 1000, size: 5 * GIB },
] as const

/**
 * Where the parts of a file begin, and their numbers. It never changes: whoever sends a part again sends the same bytes
 * of the file. So a part that a dead writer left is replaced by that of the next one. Ceph would not complete an upload
 * with parts that the last step does not name.
 */
export interface PartLayout {
  /** The part that has the byte, or that it would begin. `number`: from 1. */
  partAt(offset: number): { readonly number: number; readonly start: number; readonly size: number }
}

/** What the record keeps of a layout. */
export function layoutText(size: number | null): string {
  if (size === null) return 'growing'
  return String(Math.max(LEAST_PART, Math.ceil(size / MOST_PARTS)))
}

/** `invalid_argument` for what neither `layoutText` nor `directText` gave. */
export function readLayout(text: string): PartLayout {
  if (text === 'growing') return { partAt: growingPartAt }
  const direct = readDirect(text)
  if (direct !== null) return equalParts(direct.partSize)
  const size = Number(text)
  if (!/^\d{7,10}$/.test(text) || size < LEAST_PART || size > 5 * GIB) {
    throw invalidArgument('storage', 'The record of this file is not of this store.')
  }
  return equalParts(size)
}

function equalParts(size: number): PartLayout {
  return {
    partAt(offset) {
      const index = Math.floor(offset / size)
      return { number: index + 1, start: index * size, size }
    },
  }
}

function growingPartAt(offset: number): ReturnType<PartLayout['partAt']> {
  let index = 0
  let start = 0
  for (const { parts, size } of GROWING) {
    const within = Math.floor((offset - start) / size)
    if (within < parts) return { number: index + within + 1, start: start + within * size, size }
    index += parts
    start += parts * size
  }
  throw invalidArgument('size', 'S3 takes no file of more than 5 TiB.')
}
