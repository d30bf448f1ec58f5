import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { ContractCase } from '../../contract/contract.ts'
import { assertAborted, assertBytes, assertCode } from '../fixtures.ts'
import { Arrival } from './arrival.ts'
import type { PieceFixture } from './piece-fixture.ts'

const KIB = 1024
const SIZES = [0, 1, 256 * KIB, 256 * KIB + 1, 5 * KIB * KIB + 3, 8 * KIB * KIB, 19 * KIB * KIB + 7]

export const pieceEndCases: readonly ContractCase<PieceFixture>[] = [
  ...SIZES.flatMap((size) =>
    [size, null].map((announced) => ({
      name: `join: ${size} bytes of ${announced === null ? 'unknown' : 'known'} size come back as they were`,
      async run({ blobs }: PieceFixture) {
        const bytes = randomBytes(size)
        const file = await Arrival.begin(blobs, announced)
        await file.append(blobs, bytes)
        await file.assertJoins(blobs, bytes, announced !== null)
      },
    })),
  ),
  ...[1000, 400_000, 9 * KIB * KIB].map((size) => ({
    name: `join: may be called again for ${size} bytes, by any process, as after a lost answer`,
    async run({ blobs, reopen }: PieceFixture) {
      const bytes = randomBytes(size)
      const file = await Arrival.begin(blobs)
      await file.append(reopen(), bytes.subarray(0, size >> 1))
      await file.append(blobs, bytes.subarray(size >> 1))
      await (await file.join(blobs)).discard()
      await Promise.all(
        [blobs, reopen(), reopen()].map(async (process) => {
          await (await file.join(process)).discard()
        }),
      )
      const key = await file.assertJoins(reopen(), bytes)
      await file.assertJoins(blobs, bytes, true)
      await blobs.pieces.discard(file.record)
      await assertBytes(blobs, key, bytes)
    },
  })),
  {
    name: 'join: an abort rejects with its reason',
    async run({ blobs }) {
      const reason = new Error('enough')
      const file = await Arrival.begin(blobs)
      await file.append(blobs, randomBytes(10))
      const signal = AbortSignal.abort(reason)
      const options = { fence: 2, size: 10, sha256: null, signal }
      await assertAborted(blobs.pieces.join(file.record, options), reason)
    },
  },
  {
    name: 'read: any range of what is recorded, also while more is written',
    async run({ blobs, reopen }) {
      const bytes = randomBytes(900_000)
      const file = await Arrival.begin(blobs)
      await file.append(blobs, bytes.subarray(0, 400_000))
      await file.append(reopen(), bytes.subarray(400_000, 800_000))
      const writer = await file.open(blobs)
      await writer.write([bytes.subarray(800_000)])
      const ranges = [
        { start: 0, end: 800_000 },
        { start: 399_999, end: 400_001 },
        { start: 5, end: 5 },
        { start: 799_999, end: 800_000 },
      ]
      if (!blobs.pieces.inPlace) {
        for (const range of ranges) {
          const read = await buffer(reopen().pieces.read(file.record, range))
          assert.ok(read.equals(bytes.subarray(range.start, range.end)))
        }
        const outside = blobs.pieces.read(file.record, { start: 1, end: 800_001 })
        await assertCode(buffer(outside), 'range_not_satisfiable')
      }
      await file.sync(writer)
      await writer.close()
      await (await file.join(blobs)).discard()
      for (const range of [...ranges, { start: 0, end: 900_000 }]) {
        const read = await buffer(blobs.pieces.read(file.record, range))
        assert.ok(read.equals(bytes.subarray(range.start, range.end)))
      }
    },
  },
  {
    name: 'read: what is in place is refused until it is joined',
    async run({ blobs }) {
      if (!blobs.pieces.inPlace) return
      const file = await Arrival.begin(blobs)
      await file.append(blobs, randomBytes(100))
      const body = blobs.pieces.read(file.record, { start: 0, end: 100 })
      await assertCode(buffer(body), 'invalid_argument')
    },
  },
  {
    name: 'discard: nothing is left, however often it is called',
    async run({ blobs, reopen, leftovers }) {
      for (const size of [10, 300_000, 9 * KIB * KIB]) {
        const file = await Arrival.begin(blobs)
        await blobs.pieces.discard(file.record)
        await file.append(blobs, randomBytes(size))
        const dead = await file.open(reopen())
        await dead.write([randomBytes(size)])
        await dead.sync()
        await dead.close()
        await file.append(reopen(), randomBytes(size))
        await Promise.all([blobs, reopen()].map(({ pieces }) => pieces.discard(file.record)))
        await blobs.pieces.discard(file.record)
        assert.deepEqual((await leftovers?.()) ?? [], [])
        await assertCode(file.join(blobs), 'blob_not_found')
      }
    },
  },
  {
    name: 'discard: the blob of a joined file stays',
    async run({ blobs, leftovers }) {
      for (const size of [10, 400_000, 9 * KIB * KIB]) {
        const bytes = randomBytes(size)
        const file = await Arrival.begin(blobs)
        await file.append(blobs, bytes)
        const key = await file.assertJoins(blobs, bytes)
        await blobs.pieces.discard(file.record)
        await assertBytes(blobs, key, bytes)
        assert.deepEqual((await leftovers?.()) ?? [], [])
      }
    },
  },
]
