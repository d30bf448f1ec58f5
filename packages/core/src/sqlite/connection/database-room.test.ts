import { createHash } from 'node:crypto'
import fs, { statSync } from 'node:fs'
import { newAsset } from '@stowage/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { migrate } from '../schema/migrations.ts'
import { createBatchRunner } from '../writer/batch.ts'
import type { Operation } from '../writer/operation.ts'
import { databaseRoom } from './database-room.ts'
import { databaseFile, rawConnection, testedDrivers } from './drivers.fixture.ts'
import { createLogTrimmer } from './write-ahead-log.ts'

const MIB = 1024 ** 2
const tenant = 'default'
/** No two of its terms begin alike: they take about 100 KB. */
const alt = (n: number) =>
  Object.fromEntries(
    ['en', 'de', 'fr', 'it'].map((language) => [
      language,
      Array.from({ length: 80 }, (_, word) => digest(`${language} ${n} ${word}`)).join(' '),
    ]),
  )
const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24)

const setTrashed = (ids: readonly string[], to: 'trash' | 'active'): Operation => ({
  verb: 'setTrashed',
  request: { tenant, ids, to },
})
const favourite = (ids: readonly string[], isFavourite: boolean): Operation => ({
  verb: 'setFavourite',
  request: { tenant, ids, isFavourite, record: { actor: null, audit: true, events: true } },
})

/** A database, and a volume of 60 MiB whose room is what others left less what the database takes. */
async function fullVolume(driver: (typeof testedDrivers)[number]) {
  const file = await databaseFile()
  const client = rawConnection(driver, file)
  migrate(client)
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const taken = () => sizeOf(file) + sizeOf(`${file}-wal`)
  const state = { others: 0 }
  const free = () => 60 * MIB - state.others - taken()
  const statfs = vi.spyOn(fs, 'statfsSync').mockImplementation((() => ({
    bsize: 1,
    blocks: 60 * MIB,
    bavail: Math.max(0, free()),
  })) as never)
  onTestFinished(() => statfs.mockRestore())
  const room = databaseRoom(client, file, undefined)
  const runBatch = createBatchRunner(client, room)
  const { isScarce } = room
  const trim = createLogTrimmer({ client, file, busyTimeout: 100, limit: room.logLimit, isScarce })
  const pragma = (name: string) =>
    Number(Object.values(client.prepare(`PRAGMA ${name}`).get() as object)[0])
  return {
    free,
    /** Others fill the volume but for so many bytes. */
    leave: (bytes: number) => {
      state.others = 0
      state.others = free() - bytes
    },
    /** The code that each is refused with. No commit may leave less room than it takes to empty the log. */
    write(operations: readonly Operation[]): readonly (string | null)[] {
      const outcomes = runBatch(operations)
      const growth = pragma('page_count') * pragma('page_size') - sizeOf(file)
      if (outcomes.some((outcome) => 'value' in outcome)) {
        expect(free()).toBeGreaterThanOrEqual(growth)
      }
      trim()
      return outcomes.map((outcome) => ('error' in outcome ? outcome.error.code : null))
    },
  }
}

describe.each(testedDrivers)('the room of a database on %s', (driver) => {
  it('is left for a purge, whatever is done again and again on a full volume', async () => {
    const { free, leave, write } = await fullVolume(driver)
    const assets = Array.from({ length: 10 }, (_, n) => newAsset({ alt: alt(n) }))
    const ids = assets.map(({ id }) => id)
    const added = write([
      { verb: 'reserve', request: { keys: assets.map(({ blobKey }) => blobKey), lifetime: 9000 } },
      { verb: 'insert', request: { tenant, assets, keyId: null, quota: null } },
    ])
    expect(added).toEqual([null, null])
    leave(1.6 * MIB)
    for (let round = 0; round < 2; round += 1) {
      write([setTrashed(ids, 'trash')])
      write([setTrashed(ids, 'active')])
    }
    expect(free()).toBeGreaterThan(0)
    for (const id of ids) {
      write([setTrashed([id], 'trash')])
      expect(write([{ verb: 'purge', request: { tenant, ids: [id], doneWithin: 0 } }])).toEqual([
        null,
      ])
    }
  })

  it('is kept in steps: for what adds, for what may be repeated, for what comes before a deletion', async () => {
    const { leave, write } = await fullVolume(driver)
    const asset = newAsset()
    const ids = [asset.id]
    const keys = [asset.blobKey]
    write([
      { verb: 'reserve', request: { keys, lifetime: 9000 } },
      { verb: 'insert', request: { tenant, assets: [asset], keyId: null, quota: null } },
    ])
    const reserve: Operation = { verb: 'reserve', request: { keys: ['another'], lifetime: 9000 } }
    const trash = setTrashed(ids, 'trash')
    const steps = [
      [7, null, null, null],
      [5.5, 'insufficient_storage', null, null],
      [2.5, 'insufficient_storage', 'insufficient_storage', null],
      [1, 'insufficient_storage', 'insufficient_storage', 'insufficient_storage'],
    ] as const
    for (const [left, ...wanted] of steps) {
      leave(left * MIB)
      const codes = [reserve, favourite(ids, left > 6), trash].map((each) => write([each])[0])
      expect(codes, `${left} MiB`).toEqual(wanted)
      leave(30 * MIB)
      write([setTrashed(ids, 'active')])
    }
  })
})
