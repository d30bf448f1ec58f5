import { Readable } from 'node:stream'
import { UNKNOWN_FACTS } from '@stowage/analysis'
import { photoOf } from '@stowage/testing/internal'
import { describe, expect, it } from 'vitest'
import type { StagedFile } from '../staging/staging.ts'
import type { CopiedVariant, VariantSource } from '../variants/variant-processor.ts'
import { PUBLIC_COPY, publicCopies } from './public-copies.ts'

const PIER = photoOf({ place: ['48,8.2N', '11,30E'] })

function photoOfTenant(tenant: string): VariantSource {
  const read = async ({ start, end }: { start: number; end: number }) => PIER.subarray(start, end)
  const stream = () => Readable.from([PIER])
  const file = { size: PIER.length, sha256: 'ab'.repeat(32), content: PIER, read, stream }
  return { file, facts: { ...UNKNOWN_FACTS, mimeType: 'image/png' }, tenant }
}

function fileThatFails(error: Error): StagedFile {
  return {
    size: 1000,
    read: () => Promise.reject(error),
    stream: () => {
      throw error
    },
  } as unknown as StagedFile
}

const make = (error: Error) =>
  publicCopies().make(
    {
      file: fileThatFails(error),
      facts: { ...UNKNOWN_FACTS, type: 'image', mimeType: 'image/png' },
      tenant: 'default',
    },
    [PUBLIC_COPY],
  )

describe('publicCopies', () => {
  it('remembers a file that takes too long, so that not each request starts again', async () => {
    const late = Object.assign(new Error('out of time'), { name: 'BudgetExceeded', reason: 'time' })
    expect(await make(late)).toEqual({ made: [], failed: [PUBLIC_COPY] })
  })

  it('remembers nothing when the file could not be read', async () => {
    await expect(make(new Error('the disk'))).rejects.toThrow('the disk')
  })

  it('keeps the spare place for a tenant with no copy under way, also after it had one', async () => {
    const processor = publicCopies()
    const copyOf = async (tenant: string) => {
      const { copies = [] } = await processor.make(photoOfTenant(tenant), [PUBLIC_COPY])
      const [copy] = copies as readonly [CopiedVariant]
      return copy.content[Symbol.asyncIterator]()
    }
    const first = await copyOf('quiet')
    while (!(await first.next()).done);
    const others = await Promise.all(Array.from({ length: 4 }, () => copyOf('busy')))
    const waiting = await copyOf('quiet')
    for (const other of others) await other.next()
    expect((await waiting.next()).done).toBe(false)
    for (const each of [waiting, ...others]) await each.return?.()
  })
})
