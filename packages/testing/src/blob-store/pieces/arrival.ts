import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Piece, PiecedFile, PieceWriter, StagedUpload } from '@stowage/core/ports'
import { assertBytes, unusedBlobKey } from '../fixtures.ts'
import type { PiecedBlobs } from './piece-fixture.ts'

/** The record of one file that arrives, as the store keeps it, and what a client does with it. */
export class Arrival {
  readonly storage: string
  readonly blobKey: string | null
  pieces: readonly Piece[] = []
  #fence = 0

  constructor(storage: string, blobKey: string | null) {
    this.storage = storage
    this.blobKey = blobKey
  }

  static async begin({ pieces }: PiecedBlobs, size: number | null = null): Promise<Arrival> {
    const blobKey = pieces.inPlace ? unusedBlobKey() : null
    const storage = await pieces.begin({ blobKey, size })
    assert.ok(storage.length <= 2048, 'storage has at most 2,048 characters')
    return new Arrival(storage, blobKey)
  }

  /** The record as a process reads it now. */
  get record(): PiecedFile {
    return { storage: this.storage, blobKey: this.blobKey, pieces: this.pieces }
  }

  get offset(): number {
    return this.pieces.reduce((sum, { size }) => sum + size, 0)
  }

  /** A writer with a new hold. */
  open({ pieces }: PiecedBlobs, record: PiecedFile = this.record): Promise<PieceWriter> {
    this.#fence += 1
    return pieces.append(record, { fence: this.#fence })
  }

  /** Makes durable what was written, and records it. */
  async sync(writer: PieceWriter): Promise<void> {
    this.recordSync(await writer.sync())
    await writer.confirm()
  }

  /** What a transaction does with the result of a sync. */
  recordSync({ offset, pieces }: Awaited<ReturnType<PieceWriter['sync']>>): void {
    const [first] = pieces
    if (first !== undefined) {
      this.pieces = [...this.pieces.filter(({ start }) => start < first.start), ...pieces]
    }
    assert.equal(this.offset, offset, 'the pieces reach the offset')
    assert.ok(this.pieces.length < 4000, 'there are less than 4,000 pieces')
    let end = 0
    for (const { start, size, ref } of this.pieces) {
      assert.equal(start, end, 'the pieces have no gaps')
      assert.ok(size > 0 && ref.length > 0 && ref.length <= 1024, 'a piece is of the right form')
      end += size
    }
  }

  /** One request: a writer that appends all of it and ends. */
  async append(blobs: PiecedBlobs, bytes: Uint8Array, chunk: number = 256 * 1024): Promise<void> {
    const writer = await this.open(blobs)
    try {
      for (let at = 0; at < bytes.byteLength; at += chunk) {
        await writer.write([bytes.subarray(at, at + chunk)])
      }
      await this.sync(writer)
    } finally {
      await writer.close()
    }
  }

  join({ pieces }: PiecedBlobs, sha256: string | null = null): Promise<StagedUpload> {
    this.#fence += 1
    return pieces.join(this.record, { fence: this.#fence, size: this.offset, sha256 })
  }

  /** Fails unless the file has these bytes, joined and as a blob. Resolves to the key of the blob. */
  async assertJoins(
    blobs: PiecedBlobs,
    bytes: Uint8Array,
    known: boolean = false,
  ): Promise<string> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const file = await this.join(blobs, known ? sha256 : null)
    assert.equal(file.size, bytes.byteLength)
    assert.equal(file.sha256, sha256)
    assert.ok(Buffer.compare(await buffer(file.stream()), bytes) === 0, 'the bytes differ')
    const middle = { start: bytes.byteLength >> 1, end: (bytes.byteLength >> 1) + 100 }
    const window = bytes.subarray(middle.start, middle.end)
    assert.ok(Buffer.compare(await file.read(middle), window) === 0, 'a range differs')
    assert.equal(file.blobKey, this.blobKey ?? undefined)
    const key = file.blobKey ?? unusedBlobKey()
    if (file.blobKey === undefined) await blobs.put(key, file)
    await file.discard()
    await assertBytes(blobs, key, bytes)
    assert.deepEqual(await blobs.stat(key), { size: bytes.byteLength })
    return key
  }
}
