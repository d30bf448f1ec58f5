import { isStowageError } from '@stowage/core'
import { invalidArgument, sizeOfPieces, windowsOf } from '@stowage/core/internal'
import type { BlobStore, PiecedFile, PieceStore, Staging } from '@stowage/core/ports'
import { translateErrors } from '../bucket/s3-errors.ts'
import { readDirect } from './direct-layout.ts'
import { createDirectPieces } from './direct-parts.ts'
import { joinParts } from './join-parts.ts'
import { streamOf } from './late-stream.ts'
import { layoutText, readLayout } from './part-layout.ts'
import { PartWriter } from './part-writer.ts'
import { PieceBucket } from './piece-bucket.ts'
import { readRef } from './piece-refs.ts'
import { discardParts, type PartRemovals, sweepParts } from './remove-parts.ts'

interface S3PiecesOptions extends PartRemovals {
  /** Where parts are gathered. */
  readonly staging: Pick<Staging, 'create'>
  readonly read: BlobStore['read']
}

/**
 * Pieces as parts of a multipart upload of the blob itself, and tails: small objects that hold what is not a part yet.
 * The first part begins the multipart upload, so a small file never has one.
 */
export function createS3Pieces(options: S3PiecesOptions): PieceStore {
  const { client, bucket, names, staging, read, deleteObjects } = options
  const requests = new PieceBucket({ client, bucket }, names)
  const remove = (objects: readonly string[]) => deleteObjects(objects)

  return {
    inPlace: true,

    direct: createDirectPieces(requests),

    async begin({ blobKey, size }) {
      keyOf({ blobKey })
      return layoutText(size)
    },

    async append(file, { turn, signal }) {
      signal?.throwIfAborted()
      const blobKey = keyOf(file)
      if (readDirect(file.storage) !== null) throw isDirect()
      const layout = readLayout(file.storage)
      for (const piece of file.pieces) readRef(piece)
      return new PartWriter({
        bucket: requests,
        staging,
        layout,
        blobKey,
        file,
        turn,
        remove,
      })
    },

    join: (file, work) =>
      translateErrors(
        bucket,
        async () => {
          const named = { ...file, blobKey: keyOf(file) }
          const layout = readLayout(file.storage)
          if (sizeOfPieces(file.pieces) !== work.size) {
            throw invalidArgument('size', 'The pieces have more or fewer bytes than the file.')
          }
          return joinParts({ bucket: requests, layout, read }, named, work)
        },
        work.signal,
      ),

    read(file, range, { turn, signal } = {}) {
      const waiting = { ...(turn && { turn }), ...(signal && { signal }) }
      return streamOf(async () => {
        windowsOf(file.pieces, range)
        return read(keyOf(file), { range, ...waiting }).catch((error) => {
          throw isStowageError(error, 'blob_not_found') ? notJoined() : error
        })
      }, signal)
    },

    discard: (file, { signal } = {}) =>
      translateErrors(
        bucket,
        async () => {
          readLayout(file.storage)
          await discardParts(options, { ...file, blobKey: keyOf(file) }, signal)
        },
        signal,
      ),

    sweep: (sweep) => translateErrors(bucket, () => sweepParts(options, sweep), sweep.signal),
  }
}

function keyOf({ blobKey }: Pick<PiecedFile, 'blobKey'>): string {
  if (blobKey !== null) return blobKey
  throw invalidArgument('blobKey', 'A file in S3 needs the key of its blob.')
}

function isDirect() {
  return invalidArgument('file', 'The bytes of this file are put to the bucket by its client.')
}

function notJoined() {
  return invalidArgument('file', 'A file in S3 can be read once it is joined.')
}
