import assert from 'node:assert/strict'
import type { AssetStore } from '@stowage/core'
import type { VariantProcessor, VariantTiming } from '@stowage/core/ports'
import { faultPlan } from '../fault-injection/fault-plan.ts'
import type { ChaosFixture, ChaosOptions } from './chaos-fixture.ts'

/** Stays in memory. */
export const small: Buffer = Buffer.from('a few words\n')
/** Goes to staging. */
export const large: Buffer = Buffer.alloc(600_000, 'many words ')
/** Variants are made from it. */
export const picture: Buffer = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
)
/** A picture that goes to staging. */
export const largePicture: Buffer = Buffer.concat([
  picture,
  Buffer.from(`<!-- ${'x'.repeat(270_000)} -->`),
])

/** In chunks, as a file too large for one. */
export async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += 100_000) yield bytes.subarray(at, at + 100_000)
}

/** Makes each variant from its name and a few bytes of the original. */
function processor(plans: Readonly<Record<string, VariantTiming>>): VariantProcessor {
  return {
    plans: Object.entries(plans).map(([name, timing]) => ({ name, timing })),
    accepts: ({ type }) => type === 'image',
    async make({ file }, names) {
      const start = await file.read({ start: 0, end: 16 })
      const facts = { mimeType: 'image/webp', extension: 'webp', width: 3, height: 3 }
      const made = names.map((name) => {
        return { ...facts, name, content: Buffer.concat([Buffer.from(name), start]) }
      })
      return { made, failed: [] }
    },
  }
}

/** Two variants come with each upload. */
export const withUpload: ChaosOptions = {
  variants: {
    processor: processor({ thumbnail: 'immediately', optimized: 'immediately' }),
    whenBusy: 'refuse',
  },
}

/** A thumbnail is made at the first request. */
export const onDemand: ChaosOptions = { variants: processor({ thumbnail: 'on-demand' }) }

/** A small text and a large picture. */
export async function twoAssets(store: AssetStore): Promise<readonly [string, string]> {
  const assets = await store.uploadMany([
    { source: small, name: 'small.txt' },
    { source: inChunks(largePicture), name: 'large.svg' },
  ])
  const [first, second] = assets
  assert.ok(first && second)
  return [first.id, second.id]
}

/** Leaves a blob and a staging file that no record names. */
export async function crashedUpload(fixture: ChaosFixture): Promise<void> {
  let isDead = false
  const plan = faultPlan(({ port, method }) => {
    isDead ||= port === 'metadata' && method === 'assets.insert'
    return isDead ? { kind: 'fail' } : undefined
  })
  const store = await fixture.open(plan)
  const files = [{ source: small }, { source: inChunks(large) }]
  await assert.rejects(store.uploadMany(files))
  assert.equal((await fixture.staged()).length, 1)
}
