import { Readable } from 'node:stream'
import { isBlobKey, newBlobKey } from '../blobs/blob-key.ts'
import { piecesToMerge, sizeOfPieces, windowsOf } from '../blobs/piece-rules.ts'
import type { PiecedFile, PieceStore, PieceWriter } from '../blobs/piece-store.ts'
import { piecesLost } from '../errors/blob-errors.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { StowageError } from '../errors/stowage-error.ts'
import { memoryFile } from '../staging/memory-file.ts'

/** What was written of one file. */
interface MemoryUpload {
  /** The bytes of each piece, by its `ref`. */
  readonly pieces: Map<string, Uint8Array>
  /** When it was last written to, in milliseconds. */
  changed: number
}

/** As a folder does, where names are paths. */
function requireOurs({ storage, pieces = [] }: Partial<PiecedFile>): void {
  if ([storage ?? '', ...pieces.map(({ ref }) => ref)].every(isBlobKey)) return
  throw invalidArgument('storage', 'The record of this file is not of this store.')
}

/** Pieces in memory, for tests and documentation. Durable only while the process lives. */
export function createMemoryPieces(): PieceStore {
  const uploads = new Map<string, MemoryUpload>()

  function bytesOf({ storage, pieces }: PiecedFile, range: { start: number; end: number }) {
    return windowsOf(pieces, range).map(({ piece, start, end }) => {
      const bytes = uploads.get(storage)?.pieces.get(piece.ref)
      if (bytes === undefined || bytes.byteLength < piece.size) throw piecesLost()
      return bytes.subarray(start, end)
    })
  }

  function append(file: PiecedFile): PieceWriter {
    const offset = sizeOfPieces(file.pieces)
    const merged = piecesToMerge(file.pieces)
    const start = merged[0]?.start ?? offset
    let written: Uint8Array[] | undefined
    let size = offset - start
    let synced = size
    let ref = ''
    let replaced = merged.map((piece) => piece.ref)
    let isClosed = false
    const assertOpen = () => {
      if (isClosed) throw new StowageError('closed', 'The file was closed.')
    }
    return {
      async write(chunks) {
        assertOpen()
        written ??= bytesOf(file, { start, end: offset })
        for (const chunk of chunks) {
          written.push(Uint8Array.from(chunk))
          size += chunk.byteLength
        }
      },
      async sync() {
        assertOpen()
        const end = start + size
        if (written === undefined || size === synced) return { offset: end, pieces: [] }
        if (ref !== '') replaced.push(ref)
        ref = newBlobKey(Date.now())
        const upload = uploads.get(file.storage) ?? { pieces: new Map(), changed: 0 }
        const bytes = new Uint8Array(Buffer.concat(written))
        upload.pieces.set(ref, bytes)
        upload.changed = Date.now()
        uploads.set(file.storage, upload)
        written = [bytes]
        synced = size
        return { offset: end, pieces: [{ start, size, ref }] }
      },
      async confirm() {
        for (const name of replaced) uploads.get(file.storage)?.pieces.delete(name)
        replaced = []
      },
      async close() {
        isClosed = true
        written = undefined
      },
    }
  }

  return {
    inPlace: false,
    begin: async () => newBlobKey(Date.now()),
    async append(file, { signal }) {
      signal?.throwIfAborted()
      requireOurs(file)
      return append(file)
    },
    async join(file, { size, sha256, signal }) {
      signal?.throwIfAborted()
      if (sizeOfPieces(file.pieces) !== size) {
        throw invalidArgument('size', 'The pieces have more or fewer bytes than the file.')
      }
      const joined = memoryFile([Buffer.concat(bytesOf(file, { start: 0, end: size }))])
      if (sha256 !== null && sha256 !== joined.sha256) throw piecesLost()
      return joined
    },
    read(file, range, { signal } = {}) {
      // The range is looked at when the stream is read, as where it needs a file to be opened.
      const chunks = async function* () {
        yield* bytesOf(file, range)
      }
      return Readable.from(chunks(), { objectMode: false, ...(signal && { signal }) })
    },
    async discard({ storage }, { signal } = {}) {
      signal?.throwIfAborted()
      requireOurs({ storage })
      uploads.delete(storage)
    },
    async sweep({ olderThan, filterUnknown, keep = false, signal }) {
      const before = Date.now() - olderThan
      const unknown = await filterUnknown([...uploads.keys()])
      signal?.throwIfAborted()
      const old = unknown.filter((id) => (uploads.get(id)?.changed ?? before) < before)
      if (!keep) for (const id of old) uploads.delete(id)
      return old.length
    },
  }
}
