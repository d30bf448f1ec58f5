import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { DirectPieces, PresignedPart } from '@stowage/core/ports'
import type { ContractCase } from '../../contract/contract.ts'
import { assertBytes, assertCode, assertMissing, unusedBlobKey } from '../fixtures.ts'
import { Arrival } from './arrival.ts'
import type { PiecedBlobs, PieceFixture } from './piece-fixture.ts'

const MIB = 1024 ** 2
const PART = 5 * MIB
const LIFETIME = { expiresIn: 60 }

/** A file that its client puts to the medium, part by part. */
class DirectArrival {
  readonly file: Arrival
  readonly #direct: DirectPieces

  constructor(direct: DirectPieces, file: Arrival) {
    this.#direct = direct
    this.file = file
  }

  static async begin(direct: DirectPieces, size: number): Promise<DirectArrival> {
    const blobKey = unusedBlobKey()
    const storage = await direct.begin({ blobKey, size, partSize: PART })
    assert.ok(storage.length <= 2048, 'storage has at most 2,048 characters')
    return new DirectArrival(direct, new Arrival(storage, blobKey))
  }

  sign(numbers: readonly number[]): Promise<readonly PresignedPart[]> {
    return this.#direct.presignParts(this.file.record, { numbers, ...LIFETIME })
  }

  /** Puts these parts of the file. */
  async put(bytes: Uint8Array, numbers: readonly number[]): Promise<void> {
    for (const { url, start, size } of await this.sign(numbers)) {
      assert.equal(await put(url, bytes.subarray(start, start + size)), 200)
    }
  }

  async stored(): Promise<readonly number[]> {
    const parts = await this.#direct.listParts(this.file.record)
    return parts.map(({ number }) => number)
  }

  /** Takes what is stored as the pieces of the record. */
  async complete(): Promise<void> {
    const parts = await this.#direct.listParts(this.file.record)
    this.file.pieces = parts.map(({ start, size, ref }) => ({ start, size, ref }))
  }
}

/** The status of the answer. */
async function put(url: string, body: Uint8Array): Promise<number> {
  const answer = await fetch(url, { method: 'PUT', body: Buffer.from(body) })
  await answer.arrayBuffer()
  return answer.status
}

/** Only of stores to which clients can put parts. */
function directCase(
  name: string,
  run: (direct: DirectPieces, fixture: PieceFixture) => Promise<void>,
): ContractCase<PieceFixture> {
  return {
    name: `direct: ${name}`,
    async run(fixture) {
      const { direct } = fixture.blobs.pieces
      if (direct !== undefined) await run(direct, fixture)
    },
  }
}

async function assertNothing(
  { leftovers }: Pick<PieceFixture, 'leftovers'>,
  blobs: PiecedBlobs,
  key: string | null,
): Promise<void> {
  assert.deepEqual((await leftovers?.()) ?? [], [])
  await assertMissing(blobs, key ?? '')
}

export const pieceDirectCases: readonly ContractCase<PieceFixture>[] = [
  directCase('parts that a client puts in any order become the blob', async (direct, fixture) => {
    const bytes = randomBytes(2 * PART + 7)
    const arrival = await DirectArrival.begin(direct, bytes.byteLength)
    assert.deepEqual(direct.layoutOf(arrival.file.storage), { partSize: PART, parts: 3 })
    await arrival.put(bytes, [3, 1])
    assert.deepEqual(await arrival.stored(), [1, 3])
    await arrival.put(bytes, [2])
    await arrival.complete()
    const key = await arrival.file.assertJoins(fixture.reopen(), bytes)
    await fixture.blobs.pieces.discard(arrival.file.record)
    await assertBytes(fixture.blobs, key, bytes)
    assert.deepEqual((await fixture.leftovers?.()) ?? [], [])
  }),
  directCase('an empty file has no parts', async (direct, fixture) => {
    const arrival = await DirectArrival.begin(direct, 0)
    assert.deepEqual(direct.layoutOf(arrival.file.storage), { partSize: PART, parts: 0 })
    await assertCode(arrival.sign([1]), 'invalid_argument')
    await arrival.complete()
    await arrival.file.assertJoins(fixture.blobs, new Uint8Array())
    await fixture.blobs.pieces.discard(arrival.file.record)
    assert.deepEqual((await fixture.leftovers?.()) ?? [], [])
  }),
  directCase('the store cuts a file itself when nobody says how', async (direct, { blobs }) => {
    const size = 100 * 1024 ** 3
    const storage = await direct.begin({ blobKey: unusedBlobKey(), size })
    const { partSize = 0, parts = 0 } = direct.layoutOf(storage) ?? {}
    assert.ok(parts <= 10_000 && partSize * parts >= size && partSize * (parts - 1) < size)
    const begun = await blobs.pieces.begin({ blobKey: unusedBlobKey(), size })
    assert.equal(direct.layoutOf(begun), null)
  }),
  directCase('a part may be put again, and replaces itself', async (direct, fixture) => {
    const bytes = randomBytes(PART + 1)
    const arrival = await DirectArrival.begin(direct, bytes.byteLength)
    await arrival.put(randomBytes(PART + 1), [1, 2])
    await arrival.put(bytes, [1])
    await arrival.put(bytes, [2])
    await arrival.complete()
    await arrival.file.assertJoins(fixture.blobs, bytes)
  }),
  directCase('the signature fixes length and number', async (direct) => {
    const bytes = randomBytes(PART + 9)
    const arrival = await DirectArrival.begin(direct, bytes.byteLength)
    const [first, last] = await arrival.sign([1, 2])
    const { url } = last ?? { url: '' }
    for (const length of [8, 10]) assert.equal(await put(url, bytes.subarray(0, length)), 403)
    const other = new URL(url)
    other.searchParams.set('partNumber', '1')
    assert.equal(await put(other.href, bytes.subarray(0, 9)), 403)
    const moved = new URL(first?.url ?? '')
    moved.pathname = `${moved.pathname}x`
    assert.equal(await put(moved.href, bytes.subarray(0, PART)), 403)
    assert.deepEqual(await arrival.stored(), [])
  }),
  directCase('a part put after the end changes nothing', async (direct, fixture) => {
    const { blobs } = fixture
    const bytes = randomBytes(PART + 9)
    const joined = await DirectArrival.begin(direct, bytes.byteLength)
    const given = await DirectArrival.begin(direct, bytes.byteLength)
    const late = [...(await joined.sign([2])), ...(await given.sign([2]))]
    await joined.put(bytes, [1, 2])
    await given.put(bytes, [1])
    await joined.complete()
    const key = await joined.file.assertJoins(blobs, bytes)
    await blobs.pieces.discard(given.file.record)
    for (const { url } of late) assert.equal(await put(url, randomBytes(9)), 404)
    for (const { file } of [joined, given]) {
      await assertCode(direct.listParts(file.record), 'blob_not_found')
    }
    await assertBytes(blobs, key, bytes)
    await assertNothing(fixture, blobs, given.file.blobKey)
  }),
  directCase('a part that changed since the list ends the file', async (direct, { blobs }) => {
    const bytes = randomBytes(PART + 9)
    const arrival = await DirectArrival.begin(direct, bytes.byteLength)
    await arrival.put(bytes, [1, 2])
    await arrival.complete()
    await arrival.put(randomBytes(PART + 9), [2])
    await assertCode(arrival.file.join(blobs), 'blob_not_found')
    await assertMissing(blobs, arrival.file.blobKey ?? '')
  }),
  directCase('what nobody knows is swept', async (direct, fixture) => {
    const known = await DirectArrival.begin(direct, PART)
    const unknown = await DirectArrival.begin(direct, PART)
    await unknown.put(randomBytes(PART), [1])
    const filterUnknown = async (ids: readonly string[]) =>
      ids.filter((id) => id !== known.file.blobKey)
    // By a clock of whole seconds, maybe.
    await fixture.blobs.pieces.sweep({ olderThan: -2000, filterUnknown })
    await assertCode(direct.listParts(unknown.file.record), 'blob_not_found')
    assert.deepEqual(await known.stored(), [])
    await fixture.blobs.pieces.discard(known.file.record)
    await assertNothing(fixture, fixture.blobs, unknown.file.blobKey)
  }),
  directCase('refuses what the medium cannot take', async (direct, { blobs }) => {
    const blobKey = unusedBlobKey()
    const wrong = [
      { size: 1, partSize: PART - 1 },
      { size: 1, partSize: 6 * 1024 ** 3 },
      { size: 10_000 * PART + 1, partSize: PART },
      { size: 6 * 1024 ** 4 },
      { size: -1 },
    ]
    for (const each of wrong) {
      await assertCode(direct.begin({ blobKey, ...each }), 'invalid_argument')
    }
    const arrival = await DirectArrival.begin(direct, PART)
    for (const number of [0, 2, 1.5]) await assertCode(arrival.sign([number]), 'invalid_argument')
    const { record } = arrival.file
    for (const expiresIn of [0, 604_801]) {
      const asked = direct.presignParts(record, { numbers: [1], expiresIn })
      await assertCode(asked, 'invalid_argument')
    }
    await assertCode(arrival.file.open(blobs), 'invalid_argument')
    const plain = await Arrival.begin(blobs, PART)
    await assertCode(direct.listParts(plain.record), 'invalid_argument')
  }),
]
