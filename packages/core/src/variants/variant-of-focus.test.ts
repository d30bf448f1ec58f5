import { createTestClock } from '@stowage/testing'
import { describe, expect, it } from 'vitest'
import type { Focus } from '../own-data/own-data.ts'
import { fakeProcessor, original, ports } from './fake-processor.fixture.ts'
import { variantOf } from './variant-of.ts'

const LEFT = { x: 0, y: 0.5 }
const RIGHT = { x: 1, y: 0.5 }

/** Makes `card` out of the focus, and `whole` the same for any. */
function openCropping() {
  const asked: (readonly [string, Focus | null])[] = []
  const { processor } = fakeProcessor(
    {},
    {
      plans: [
        { name: 'card', timing: 'immediately', isCropped: true },
        { name: 'whole', timing: 'on-demand' },
      ],
      async make({ focus = null }, names) {
        const facts = { mimeType: 'image/webp', extension: 'webp', width: 3, height: 3 }
        const made = names.map((name) => {
          asked.push([name, focus])
          const content = Buffer.from(name === 'card' ? JSON.stringify(focus) : name)
          return { name, content, ...facts }
        })
        return { made, failed: [] }
      },
    },
  )
  const clock = createTestClock()
  const advanced = { clock: clock.read, graceMs: 60_000, blobCacheBytes: 0 }
  const { open, countBlobs } = ports({ advanced })
  return { open, store: open(processor), asked, countBlobs, clock }
}

describe('a cropped variant', () => {
  it('is made for the focus of the upload', async () => {
    const { store, asked } = openCropping()
    const asset = await store.upload(original, { focus: LEFT })
    expect(asset.focus).toEqual(LEFT)
    expect(asked).toEqual([['card', LEFT]])
    expect(variantOf(asset, 'card')?.focus).toEqual(LEFT)
  })

  it('is made anew after the focus changed, with other bytes and another tag', async () => {
    const { store, asked } = openCropping()
    const { id } = await store.upload(original)
    const before = await store.variants.ensure(id, 'card')
    await store.variants.ensure(id, 'whole')
    const moved = await store.update(id, { focus: RIGHT })
    expect(variantOf(moved, 'card')).toBeUndefined()
    expect(store.variants.offers(moved, 'card')).toBe(true)
    const chunks: Uint8Array[] = []
    for await (const chunk of (await store.read(id, { variant: 'card' })).stream()) {
      chunks.push(chunk)
    }
    expect(Buffer.concat(chunks).toString()).toBe(JSON.stringify(RIGHT))
    const after = await store.get(id)
    expect(variantOf(after, 'card')?.sha256).not.toBe(variantOf(before, 'card')?.sha256)
    expect(after.variants.map(({ name }) => name).sort()).toEqual(['card', 'whole'])
    expect(asked).toEqual([
      ['card', null],
      ['whole', null],
      ['card', RIGHT],
    ])
    await store.update(id, { focus: null })
    await store.variants.ensure(id, 'card')
    expect(asked.at(-1)).toEqual(['card', null])
  })

  it('leaves no file behind', async () => {
    const { store, countBlobs, clock } = openCropping()
    const { id } = await store.upload(original)
    for (const focus of [LEFT, RIGHT, null]) {
      await store.update(id, { focus })
      await store.variants.ensure(id, 'card')
    }
    clock.set(61)
    await store.admin.sweep()
    expect(await countBlobs()).toBe(2)
  })

  it('can be read by a record from before, until the grace time is over', async () => {
    const { store, clock } = openCropping()
    const before = await store.upload(original, { focus: LEFT })
    await store.update(before.id, { focus: RIGHT })
    await store.variants.ensure(before.id, 'card')
    const read = async () => (await store.read(before, { variant: 'card' })).bytes()
    clock.set(59)
    await store.admin.sweep()
    expect(Buffer.from(await read()).toString()).toBe(JSON.stringify(LEFT))
    clock.set(61)
    await store.admin.sweep()
    await expect(read()).rejects.toMatchObject({ code: 'changed_meanwhile' })
  })

  it('is made anew when it was made before its plan cropped', async () => {
    const { store, open, asked } = openCropping()
    const whole = open(fakeProcessor({ card: 'immediately' }).processor)
    const { id } = await whole.upload(original, { focus: LEFT })
    const centred = await whole.upload(original)
    await store.variants.ensure(centred, 'card')
    expect(asked).toEqual([])
    const made = await store.variants.ensure(id, 'card')
    expect(made.variants).toMatchObject([{ name: 'card', focus: LEFT }])
    await store.variants.ensure(id, 'card')
    expect(asked).toEqual([['card', LEFT]])
  })

  it('is made for the focus that counts at the end, when it changes meanwhile', async () => {
    const { store, asked } = openCropping()
    const { id } = await store.upload(original)
    await store.update(id, { focus: LEFT })
    const [, asset] = await Promise.all([
      store.variants.ensure(id, 'card'),
      store.update(id, { focus: RIGHT }),
    ])
    const last = await store.variants.ensure(asset.id, 'card')
    expect(variantOf(last, 'card')?.focus).toEqual(RIGHT)
    expect(asked.at(-1)).toEqual(['card', RIGHT])
  })

  it('stays when the focus is set to what it was', async () => {
    const { store, asked } = openCropping()
    const { id } = await store.upload(original, { focus: LEFT })
    await store.update(id, { focus: { ...LEFT } })
    await store.variants.ensure(id, 'card')
    expect(asked).toHaveLength(1)
  })
})

describe('focus', () => {
  it.each([
    { x: 2, y: 0 },
    { x: 0 },
    { x: 0, y: 0, z: 0 },
    'centre',
    [0, 0],
    { x: Number.NaN, y: 0 },
  ])('is not %j', async (focus) => {
    const { store } = openCropping()
    await expect(store.upload(original, { focus: focus as never })).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'focus' },
    })
  })
})
