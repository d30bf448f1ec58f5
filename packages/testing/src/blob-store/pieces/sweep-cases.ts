import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { ContractCase } from '../../contract/contract.ts'
import { assertCode } from '../fixtures.ts'
import { Arrival } from './arrival.ts'
import type { PieceFixture } from './piece-fixture.ts'

/** So long ago that everything is older. */
const ANY_AGE = -60_000
const DAY = 24 * 3_600_000

export const pieceSweepCases: readonly ContractCase<PieceFixture>[] = [
  {
    name: 'sweep: removes the files that no record knows, and leaves alone those that one does',
    async run({ blobs, reopen, leftovers }) {
      const parts = [10, 300_000, 9 * 1024 ** 2].map((size) => randomBytes(size))
      const known: Arrival[] = []
      const unknown: Arrival[] = []
      for (const part of parts) {
        for (const list of [known, unknown]) {
          const file = await Arrival.begin(blobs)
          await file.append(blobs, part)
          list.push(file)
        }
      }
      const filterUnknown = async (ids: readonly string[]) => {
        assert.ok(ids.length <= 500)
        return ids.filter((id) => !known.some((file) => id === (file.blobKey ?? file.storage)))
      }
      const { pieces } = reopen()
      assert.equal(await pieces.sweep({ olderThan: DAY, filterUnknown }), 0)
      assert.equal(await pieces.sweep({ olderThan: ANY_AGE, filterUnknown, keep: true }), 3)
      assert.equal(await pieces.sweep({ olderThan: ANY_AGE, filterUnknown }), 3)
      assert.equal(await pieces.sweep({ olderThan: ANY_AGE, filterUnknown }), 0)
      for (const file of unknown) await assertCode(file.join(blobs), 'blob_not_found')
      for (const [index, file] of known.entries()) {
        await file.assertJoins(blobs, parts[index] as Buffer)
        await blobs.pieces.discard(file.record)
      }
      assert.deepEqual((await leftovers?.()) ?? [], [])
    },
  },
  {
    name: 'sweep: an abort rejects with its reason',
    async run({ blobs }) {
      const file = await Arrival.begin(blobs)
      await file.append(blobs, randomBytes(10))
      const reason = new Error('enough')
      const signal = AbortSignal.abort(reason)
      const filterUnknown = async (ids: readonly string[]) => ids
      const sweep = blobs.pieces.sweep({ olderThan: ANY_AGE, filterUnknown, signal })
      await assert.rejects(sweep, (error) => error === reason)
    },
  },
]
