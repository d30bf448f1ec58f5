import { CreateMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { newBlobKey } from '@stowage/core/ports'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { S3Files } from '../blobs.ts'
import { endpoint, type S3Fixture, s3Fixture } from '../testing/s3-fixture.ts'

const HOUR = 3_600_000

/** What a sweep removes when no record knows of any upload. */
function swept({ pieces }: S3Files, olderThan: number, keep = false): Promise<number> {
  return pieces.sweep({ olderThan, keep, filterUnknown: async (keys) => keys })
}

describe.skipIf(endpoint === undefined)('the sweep of s3', () => {
  let fixture: S3Fixture
  let dispose: () => Promise<void>

  beforeEach(async () => {
    ;({ fixture, dispose } = await s3Fixture())
  })
  afterEach(async () => {
    vi.useRealTimers()
    await dispose()
  })

  async function begin(name: string): Promise<void> {
    const Key = `${fixture.prefix}${name}`
    await fixture.client.send(new CreateMultipartUploadCommand({ Bucket: fixture.bucket, Key }))
  }

  async function begun(): Promise<readonly string[]> {
    const list = new ListMultipartUploadsCommand({ Bucket: fixture.bucket, Prefix: fixture.prefix })
    const { Uploads = [] } = await fixture.client.send(list)
    return Uploads.map(({ Key = '' }) => Key.slice(fixture.prefix.length)).sort()
  }

  it('leaves uploads of other applications alone, however their names begin', async () => {
    const key = newBlobKey(Date.now())
    const foreign = [
      'blobs/backup.tar',
      `blobs/${key}`,
      `blobs/aa/${key}.tar`,
      `blobs/${key.slice(-2) === 'aa' ? 'bb' : 'aa'}/${key}`,
    ].sort()
    for (const name of foreign) await begin(name)
    await begin(`blobs/${key.slice(-2)}/${key}`)
    expect(await swept(fixture.blobs, -HOUR, true)).toBe(1)
    expect(await swept(fixture.blobs, -HOUR)).toBe(1)
    expect(await begun()).toEqual(foreign)
  })

  it.each([26, -26])(
    'goes by the clock of the storage where its own is %i hours off',
    async (off) => {
      const key = newBlobKey(Date.now())
      await begin(`blobs/${key.slice(-2)}/${key}`)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off * HOUR })
      const blobs = fixture.open()
      expect(await swept(blobs, HOUR)).toBe(0)
      expect((await begun()).length).toBe(1)
      expect(await swept(blobs, -HOUR)).toBe(1)
      expect(await begun()).toEqual([])
    },
  )
})
