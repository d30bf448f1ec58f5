import { describe, expect, it } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'
import { RECORDING_LIMIT, RECORDING_WARNING } from './recording-limit.ts'

/** A store whose changes are recorded, and take as many bytes as the test says. */
async function recordedStore() {
  const metadata = createMemoryMetadata()
  const { source } = metadata.transfer
  await source.record()
  let bytes: number | Error = 0
  const recordedBytes = async () => {
    if (bytes instanceof Error) throw bytes
    return bytes
  }
  const counted = { ...metadata, transfer: { source: { ...source, recordedBytes } } }
  const errors: unknown[] = []
  const store = createAssetStore({
    metadata: counted,
    blobs: createMemoryBlobs(),
    advanced: { sweepEveryMs: false },
    onError: (error) => errors.push(error),
  })
  return {
    errors,
    async sweepAt(now: number | Error) {
      bytes = now
      return store.admin.sweep()
    },
    phase: async () => (await source.state()).phase,
  }
}

describe('sweep, while changes are recorded for a migration', () => {
  it('says nothing below the limit of its warning', async () => {
    const { sweepAt, errors, phase } = await recordedStore()
    await sweepAt(RECORDING_WARNING - 1)
    expect(errors).toEqual([])
    expect(await phase()).toBe('recording')
  })

  it('warns once from there on, and again after there were fewer', async () => {
    const { sweepAt, errors, phase } = await recordedStore()
    await sweepAt(RECORDING_WARNING)
    await sweepAt(RECORDING_LIMIT - 1)
    expect(errors).toMatchObject([
      { code: 'insufficient_storage', context: { bytes: RECORDING_WARNING } },
    ])
    expect(String(errors[0])).toContain('abandonMigration')
    expect(await phase()).toBe('recording')
    await sweepAt(0)
    await sweepAt(RECORDING_WARNING)
    expect(errors.length).toBe(2)
  })

  it('gives the migration up at the limit', async () => {
    const { sweepAt, errors, phase } = await recordedStore()
    await sweepAt(RECORDING_LIMIT)
    expect(await phase()).toBe('serving')
    expect(errors).toMatchObject([{ context: { bytes: RECORDING_LIMIT } }])
  })

  it('does not fail when it cannot look', async () => {
    const { sweepAt, errors } = await recordedStore()
    const failure = new Error('no answer')
    expect(await sweepAt(failure)).toMatchObject({ skipped: false })
    expect(errors).toEqual([failure])
  })
})
