import { randomBytes } from 'node:crypto'
import { invalidArgument } from '@stowage/core/internal'
import type { Piece } from '@stowage/core/ports'

/** A part of a multipart upload. */
export interface PartRef {
  readonly kind: 'part'
  readonly number: number
  readonly etag: string
  readonly uploadId: string
}

/** A small object of its own, whose name ends with this. */
export interface TailRef {
  readonly kind: 'tail'
  readonly name: string
}

const PART = /^part (\d{1,5}) (\S{1,150}) (\S{1,800})$/
const TAIL = /^tail ([0-9a-f]{32})$/

/** The piece of a part that was sent. */
export function partPiece(at: Pick<Piece, 'start' | 'size'>, part: Omit<PartRef, 'kind'>): Piece {
  const ref = `part ${part.number} ${part.etag} ${part.uploadId}`
  return { start: at.start, size: at.size, ref }
}

/** The piece of a tail, and its name. */
export function newTail(at: Pick<Piece, 'start' | 'size'>): {
  readonly piece: Piece
  readonly name: string
} {
  const name = randomBytes(16).toString('hex')
  return { piece: { start: at.start, size: at.size, ref: `tail ${name}` }, name }
}

/** `invalid_argument` for what this store did not give. */
export function readRef({ ref }: Pick<Piece, 'ref'>): PartRef | TailRef {
  const [, number, etag, uploadId] = PART.exec(ref) ?? []
  if (number !== undefined && etag !== undefined && uploadId !== undefined) {
    return { kind: 'part', number: Number(number), etag, uploadId }
  }
  const [, name] = TAIL.exec(ref) ?? []
  if (name !== undefined) return { kind: 'tail', name }
  throw invalidArgument('ref', 'The record of this file is not of this store.')
}
