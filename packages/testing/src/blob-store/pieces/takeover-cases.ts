import { randomBytes } from 'node:crypto'
import type { ContractCase } from '../../contract/contract.ts'
import { assertBytes } from '../fixtures.ts'
import { Arrival } from './arrival.ts'
import type { PieceFixture } from './piece-fixture.ts'

const MIB = 1024 ** 2

/** Sizes of requests: small ones, large ones, and both. */
const REQUESTS = {
  'small requests': Array.from({ length: 12 }, (_, index) => 1000 * index + 1),
  'requests of 300 KiB': Array.from({ length: 8 }, () => 300 * 1024),
  'requests of 9 MiB': [9 * MIB, 9 * MIB, 9 * MIB],
  'requests of all sizes': [1, 17 * MIB, 5, 6 * MIB, 300_000, 8 * MIB, 1],
}

export const pieceTakeoverCases: readonly ContractCase<PieceFixture>[] = [
  ...Object.entries(REQUESTS).flatMap(([name, sizes]) => [
    {
      name: `append: ${name} by one process`,
      async run({ blobs }: PieceFixture) {
        await sent(sizes, () => blobs, null)
      },
    },
    {
      name: `append: ${name}, each by another process`,
      async run({ reopen }: PieceFixture) {
        const size = sizes.reduce((sum, each) => sum + each)
        await sent(sizes, reopen, size)
      },
    },
  ]),
  ...[1000, 300_000, 11 * MIB].flatMap((size) =>
    ['the same process', 'another process'].map((who) => ({
      name: `append: a writer that was suspended for ${size} bytes, and wakes after one of ${who}, harms nothing`,
      async run({ blobs, reopen }: PieceFixture) {
        const bytes = randomBytes(2 * size + 2)
        const file = await Arrival.begin(blobs, bytes.byteLength)
        await file.append(blobs, bytes.subarray(0, 1))
        const suspended = await file.open(blobs)
        await suspended.write([randomBytes(size)])
        await file.append(who === 'another process' ? reopen() : blobs, bytes.subarray(1, size + 2))
        // It wakes in the middle, and again at the end. It may fail; its record is refused anyway.
        await suspended.write([randomBytes(size)]).catch(() => {})
        await suspended.sync().catch(() => {})
        await file.append(reopen(), bytes.subarray(size + 2))
        await suspended.write([randomBytes(size)]).catch(() => {})
        await suspended.sync().catch(() => {})
        await suspended.close()
        const key = await file.assertJoins(blobs, bytes)
        await blobs.pieces.discard(file.record)
        await blobs.delete([key])
      },
    })),
  ),
  {
    name: 'append: a suspended writer that wakes after the join does not change the blob',
    async run({ blobs, reopen }) {
      const bytes = randomBytes(400_000)
      const file = await Arrival.begin(blobs)
      const suspended = await file.open(blobs)
      await suspended.write([bytes])
      await file.sync(suspended)
      const key = await file.assertJoins(reopen(), bytes)
      await suspended.write([randomBytes(1000)]).catch(() => {})
      await suspended.sync().catch(() => {})
      await suspended.close()
      await assertBytes(blobs, key, bytes)
    },
  },
  {
    name: 'sync: when its pieces were not recorded, the next writer goes on from the record',
    async run({ blobs, reopen }) {
      const bytes = randomBytes(600_000)
      const file = await Arrival.begin(blobs)
      for (const part of [0, 200_000, 400_000]) {
        const lost = await file.open(part === 200_000 ? blobs : reopen())
        await lost.write([randomBytes(100_000)])
        await lost.sync()
        await lost.close()
        await file.append(blobs, bytes.subarray(part, part + 200_000))
      }
      await file.assertJoins(blobs, bytes)
    },
  },
  {
    name: 'confirm: what pieces replaced is gone, and nothing else',
    async run({ blobs, reopen, leftovers }) {
      const bytes = randomBytes(40_000)
      const file = await Arrival.begin(blobs)
      for (let at = 0; at < bytes.byteLength; at += 1000) {
        await file.append(reopen(), bytes.subarray(at, at + 1000))
      }
      const left = (await leftovers?.()) ?? []
      if (left.length > 2) throw new Error(`there is more than was recorded: ${left}`)
      await file.assertJoins(blobs, bytes)
    },
  },
]

/** Sends random bytes in requests of these sizes, and joins them. */
async function sent(
  sizes: readonly number[],
  process: () => PieceFixture['blobs'],
  announced: number | null,
): Promise<void> {
  const parts = sizes.map((size) => randomBytes(size))
  const file = await Arrival.begin(process(), announced)
  for (const part of parts) await file.append(process(), part)
  const blobs = process()
  await file.assertJoins(blobs, Buffer.concat(parts))
  await blobs.pieces.discard(file.record)
}
