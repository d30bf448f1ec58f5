import { expect, it } from 'vitest'
import type { Asset } from '../assets/asset.ts'
import { replacing } from '../testing/replacing.ts'
import { fakeProcessor, original, ports } from './fake-processor.fixture.ts'

const other = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')

it('a variant is made of the content that was replaced and brought back meanwhile', async () => {
  const { metadata, open } = ports()
  const { processor, asked } = fakeProcessor({ thumbnail: 'on-demand' })
  const writer = open(processor)
  const asset = await writer.upload(original)
  const { addVariants } = metadata.assets
  let isFirst = true
  const reader = open(processor, {
    metadata: replacing(metadata, {
      assets: {
        async addVariants(request) {
          if (!isFirst) return addVariants(request)
          isFirst = false
          await writer.versions.replace(asset.id, other)
          const [before] = await writer.versions.list(asset.id)
          return addVariants(request).finally(() =>
            writer.versions.restore(asset.id, before?.id ?? 'none'),
          )
        },
      },
    }),
  })
  const { variants, blobKey } = await reader.variants.ensure(asset, 'thumbnail')
  expect(blobKey).toBe(asset.blobKey)
  expect(variants).toMatchObject([{ name: 'thumbnail' }])
  expect(asked).toEqual(['thumbnail', 'thumbnail'])
  await reader.close()
})

it('who asks after the content was replaced gets no variant of what was there before', async () => {
  const { metadata, open } = ports()
  const { processor } = fakeProcessor({ thumbnail: 'on-demand' })
  const writer = open(processor)
  const asset = await writer.upload(original)
  const { addVariants } = metadata.assets
  let later: Promise<Asset> | undefined
  const reader = open(processor, {
    metadata: replacing(metadata, {
      assets: {
        async addVariants(request) {
          const added = await addVariants(request)
          const replaced = await writer.versions.replace(asset.id, other)
          later ??= reader.variants.ensure(replaced, 'thumbnail')
          return added
        },
      },
    }),
  })
  const first = await reader.variants.ensure(asset, 'thumbnail')
  expect(first.blobKey).toBe(asset.blobKey)
  const { blobKey } = await writer.get(asset.id)
  expect(await later).toMatchObject({ blobKey, variants: [{ name: 'thumbnail' }] })
  await reader.close()
})
