import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { ContractCase } from '../../contract/contract.ts'
import { assertAborted, assertCode, collected } from '../fixtures.ts'
import { Arrival } from './arrival.ts'
import type { PieceFixture } from './piece-fixture.ts'

const MIB = 1024 ** 2

export const pieceAppendCases: readonly ContractCase<PieceFixture>[] = [
  {
    name: 'begin: nothing can be seen of a file before it is joined',
    async run({ blobs }) {
      const file = await Arrival.begin(blobs, 500_000)
      await file.append(blobs, randomBytes(500_000))
      if (file.blobKey !== null) assert.equal(await blobs.stat(file.blobKey), null)
      assert.deepEqual(await collected(blobs.list()), [])
      await blobs.pieces.discard(file.record)
    },
  },
  {
    name: 'append: a writer that is closed at once leaves nothing',
    async run({ blobs, leftovers }) {
      const file = await Arrival.begin(blobs)
      const writer = await file.open(blobs)
      assert.deepEqual(await writer.sync(), { offset: 0, pieces: [] })
      await writer.write([])
      await writer.write([new Uint8Array()])
      assert.deepEqual(await writer.sync(), { offset: 0, pieces: [] })
      await writer.close()
      assert.deepEqual((await leftovers?.()) ?? [], [])
    },
  },
  {
    name: 'sync: gives what is new since the last one, and nothing when nothing is',
    async run({ blobs }) {
      const bytes = randomBytes(900_000)
      const file = await Arrival.begin(blobs)
      const writer = await file.open(blobs)
      for (let at = 0; at < bytes.byteLength; at += 300_000) {
        await writer.write([bytes.subarray(at, at + 300_000)])
        await file.sync(writer)
        assert.equal(file.offset, at + 300_000)
        assert.deepEqual(await writer.sync(), { offset: at + 300_000, pieces: [] })
      }
      await writer.close()
      await file.assertJoins(blobs, bytes)
    },
  },
  {
    name: 'write: the caller may use the memory again when it resolves',
    async run({ blobs }) {
      const bytes = randomBytes(1_000_000)
      const memory = Buffer.alloc(10_000)
      const file = await Arrival.begin(blobs, bytes.byteLength)
      const writer = await file.open(blobs)
      for (let at = 0; at < bytes.byteLength; at += memory.byteLength) {
        bytes.copy(memory, 0, at)
        await writer.write([memory.subarray(0, 3), memory.subarray(3)])
      }
      await file.sync(writer)
      await writer.close()
      await file.assertJoins(blobs, bytes)
    },
  },
  {
    name: 'write: takes thousands of small chunks at once',
    async run({ blobs }) {
      const bytes = randomBytes(5000)
      const file = await Arrival.begin(blobs)
      const writer = await file.open(blobs)
      await writer.write(Array.from(bytes, (byte) => Uint8Array.of(byte)))
      await file.sync(writer)
      await writer.close()
      await file.assertJoins(blobs, bytes)
    },
  },
  {
    name: 'append: a file of one byte in each request, by processes in turn, has few pieces',
    async run({ blobs, reopen, leftovers }) {
      const bytes = randomBytes(60)
      const processes = [blobs, reopen(), reopen()]
      const file = await Arrival.begin(blobs)
      for (let at = 0; at < bytes.byteLength; at += 1) {
        const process = processes[at % processes.length] ?? blobs
        await file.append(process, bytes.subarray(at, at + 1))
        assert.ok(file.pieces.length <= 2)
      }
      assert.ok(((await leftovers?.()) ?? []).length <= 3)
      await file.assertJoins(blobs, bytes)
    },
  },
  {
    name: 'close: what was not synced is forgotten, and another process goes on',
    async run({ blobs, reopen }) {
      const bytes = randomBytes(700_000)
      const file = await Arrival.begin(blobs)
      await file.append(blobs, bytes.subarray(0, 300_000))
      const writer = await file.open(blobs)
      await writer.write([randomBytes(200_000)])
      await writer.close()
      await file.append(reopen(), bytes.subarray(300_000, 400_000))
      const other = await file.open(blobs)
      await other.write([randomBytes(9)])
      await other.close()
      await file.append(blobs, bytes.subarray(400_000))
      await file.assertJoins(blobs, bytes)
    },
  },
  {
    name: 'close: ends a writer, may be called again and while a call runs',
    async run({ blobs }) {
      const file = await Arrival.begin(blobs)
      const writer = await file.open(blobs)
      const writing = writer.write([randomBytes(3 * MIB)]).catch(() => {})
      await Promise.all([writer.close(), writer.close(), writing])
      await writer.close()
      await assertCode(writer.write([randomBytes(1)]), 'closed')
      await assertCode(writer.sync(), 'closed')
      await blobs.pieces.discard(file.record)
    },
  },
  {
    name: 'append: 64 writers at once do not see each other',
    async run({ blobs }) {
      const files = await Promise.all(
        Array.from({ length: 64 }, async () => ({
          file: await Arrival.begin(blobs),
          bytes: randomBytes(300_000),
        })),
      )
      await Promise.all(files.map(({ file, bytes }) => file.append(blobs, bytes, 50_000)))
      for (const { file, bytes } of files.slice(0, 8)) await file.assertJoins(blobs, bytes)
      await Promise.all(files.map(({ file }) => blobs.pieces.discard(file.record)))
    },
  },
  {
    name: 'append: an abort rejects with its reason',
    async run({ blobs }) {
      const reason = new Error('enough')
      const file = await Arrival.begin(blobs)
      const signal = AbortSignal.abort(reason)
      await assertAborted(blobs.pieces.append(file.record, { fence: 1, signal }), reason)
    },
  },
  {
    name: 'every method refuses records with gaps, and names that it did not give',
    async run({ blobs }) {
      const file = await Arrival.begin(blobs)
      await file.append(blobs, randomBytes(10))
      const gap = { ...file.record, pieces: file.pieces.map((piece) => ({ ...piece, start: 1 })) }
      await assertCode(file.open(blobs, gap), 'invalid_argument')
      const join = { fence: 9, size: 11, sha256: null }
      await assertCode(blobs.pieces.join(gap, join), 'invalid_argument')
      await assertCode(blobs.pieces.join(file.record, join), 'invalid_argument')
      for (const foreign of ['', '..', '../blobs', 'a/b', '{"mark":"../x"}']) {
        const storage = { ...file.record, storage: foreign }
        const pieces = file.pieces.map((piece) => ({ ...piece, ref: foreign }))
        await assertCode(file.open(blobs, storage), 'invalid_argument')
        await assertCode(blobs.pieces.discard(storage), 'invalid_argument')
        await assertCode(file.open(blobs, { ...file.record, pieces }), 'invalid_argument')
      }
      await blobs.pieces.discard(file.record)
    },
  },
]
