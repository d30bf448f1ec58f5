import { CreateMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { newBlobKey } from '@stowage/core/ports'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endpoint, type S3Fixture, s3World } from '../testing/s3-fixture.ts'

const HOUR = 3_600_000

describe.skipIf(endpoint === undefined)('the sweep of createS3Blobs', () => {
  let world: S3Fixture
  let dispose: () => Promise<void>

  beforeEach(async () => {
    ;({ world, dispose } = await s3World())
  })
  afterEach(async () => {
    vi.useRealTimers()
    await dispose()
  })

  async function begin(name: string): Promise<void> {
    const Key = `${world.prefix}${name}`
    await world.client.send(new CreateMultipartUploadCommand({ Bucket: world.bucket, Key }))
  }

  async function begun(): Promise<readonly string[]> {
    const list = new ListMultipartUploadsCommand({ Bucket: world.bucket, Prefix: world.prefix })
    const { Uploads = [] } = await world.client.send(list)
    return Uploads.map(({ Key = '' }) => Key.slice(world.prefix.length)).sort()
  }

  it('leaves uploads of other applications alone, however their names begin', async () => {
    const key = newBlobKey(Date.now())
    const theirs = [
      'blobs/backup.tar',
      `blobs/${key}`,
      `blobs/aa/${key}.tar`,
      `blobs/${key.slice(6, 8) === 'aa' ? 'bb' : 'aa'}/${key}`,
    ].sort()
    for (const name of theirs) await begin(name)
    await begin(`blobs/${key.slice(6, 8)}/${key}`)
    expect(await world.staging.sweep(-HOUR, { keep: true })).toBe(1)
    expect(await world.staging.sweep(-HOUR)).toBe(1)
    expect(await begun()).toEqual(theirs)
  })

  it.each([26, -26])(
    'goes by the clock of the storage where its own is %i hours off',
    async (off) => {
      const key = newBlobKey(Date.now())
      await begin(`blobs/${key.slice(6, 8)}/${key}`)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off * HOUR })
      const blobs = world.open()
      expect(await blobs.staging.sweep(HOUR)).toBe(0)
      expect((await begun()).length).toBe(1)
      expect(await blobs.staging.sweep(-HOUR)).toBe(1)
      expect(await begun()).toEqual([])
    },
  )
})
