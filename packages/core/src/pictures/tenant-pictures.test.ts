import { describe, expect, it } from 'vitest'
import { fakeProcessor, ports } from '../variants/fake-processor.fixture.ts'
import { memberNames } from './picture-set.ts'

const SET = {
  name: 'page',
  widths: [400, 800, 1600],
  formats: [
    { extension: 'avif', mimeType: 'image/avif' },
    { extension: 'jpg', mimeType: 'image/jpeg' },
  ],
}
const plans = Object.fromEntries(
  memberNames(SET).map(({ member }) => [member, 'on-demand'] as const),
)

function drawing(width: number): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="300"/>`)
}

function openStore() {
  const { processor, asked } = fakeProcessor(plans, { sets: [SET] })
  return { store: ports().open(processor), asked }
}

describe('store.pictures', () => {
  it('gives the attributes of an <img>, and enlarges nothing', async () => {
    const { store } = openStore()
    const asset = await store.upload(drawing(1000), { alt: { en: 'A pier', de: 'Ein Pier' } })
    const url = (size: string) => {
      const c = store.urls.contentTag(asset, { variant: size })
      return `/media/api/v1/files/${asset.publicFileId}/content?variant=${size}&c=${c}`
    }
    expect(store.pictures.attributes(asset, 'page', { baseUrl: '/media' })).toEqual({
      src: url('page-1600'),
      srcset: `${url('page-400')} 400w, ${url('page-800')} 800w, ${url('page-1600')} 1000w`,
      sizes: '100vw',
      width: 1000,
      height: 300,
      alt: 'A pier',
      placeholder: null,
      color: null,
    })
    const german = store.pictures.attributes(asset, 'page', { language: 'de', sizes: '50vw' })
    expect(german).toMatchObject({ alt: 'Ein Pier', sizes: '50vw' })
  })

  it('signs the URLs, which name the bytes before they are made', async () => {
    const { processor } = fakeProcessor(plans, { sets: [SET] })
    const store = ports().open(processor, { signing: { secrets: ['s'.repeat(32)] } })
    const asset = await store.upload(drawing(300))
    const { src = '' } = store.pictures.attributes(asset, 'page', { sign: 60 }) ?? {}
    const { searchParams } = new URL(src, 'http://x')
    expect(searchParams.get('variant')).toBe('page-400')
    expect(searchParams.get('signature')).not.toBeNull()
    const c = store.urls.contentTag(asset, { variant: 'page-400' })
    expect(c).toMatch(/^[0-9a-f]{10}$/)
    expect(searchParams.get('c')).toBe(c)
  })

  it('has none for what is no picture, and refuses a set that is not there', async () => {
    const { store } = openStore()
    const asset = await store.upload(Buffer.from('text'))
    expect(store.pictures.attributes(asset, 'page')).toBeNull()
    expect(() => store.pictures.attributes(asset, 'pages')).toThrow(/one of page/)
    const plain = ports().open(fakeProcessor({ thumbnail: 'immediately' }).processor)
    expect(() => plain.pictures.attributes(asset, 'page')).toThrow(/variants that have some/)
  })

  it('leaves out a size that cannot be made, and null when none can', async () => {
    const make = async (_: unknown, names: readonly string[]) => ({ made: [], failed: names })
    const { processor } = fakeProcessor(plans, { sets: [SET], make })
    const store = ports().open(processor)
    let asset = await store.upload(drawing(300))
    for (const variant of ['page-400.avif', 'page-400.jpg']) {
      await expect(store.variants.ensure(asset, variant)).rejects.toMatchObject({
        code: 'file_not_found',
      })
      asset = await store.get(asset.id)
    }
    expect(store.pictures.attributes(asset, 'page')).toBeNull()
  })

  it('offers and makes only the sizes that do not enlarge', async () => {
    const { store, asked } = openStore()
    const asset = await store.upload(drawing(500))
    expect(store.variants.offers(asset, 'page-800.avif')).toBe(true)
    expect(store.variants.offers(asset, 'page-1600.avif')).toBe(false)
    await expect(store.variants.ensure(asset, 'page-1600.jpg')).rejects.toMatchObject({
      code: 'file_not_found',
    })
    expect((await store.variants.ensure(asset, 'page-800.avif')).variants).toHaveLength(1)
    expect(asked).toEqual(['page-800.avif'])
  })

  it('gives placeholder and colour once a variant came with them', async () => {
    const preview = { placeholder: 'HBgKFYJ2eHeIhndwh3d3d3d3d3d3', color: '#0a7f80' }
    const thumbnail = { mimeType: 'image/webp', extension: 'webp', width: 3, height: 3, preview }
    const { processor } = fakeProcessor(
      { thumbnail: 'immediately', ...plans },
      {
        sets: [SET],
        make: async (_, [name = '']) => ({
          made: [{ name, content: Buffer.from('thumbnail'), ...thumbnail }],
          failed: [],
        }),
      },
    )
    const store = ports().open(processor)
    const asset = await store.upload(drawing(300))
    expect(store.pictures.preview(asset)).toEqual(preview)
    expect(store.pictures.attributes(asset, 'page')).toMatchObject(preview)
    expect(store.pictures.preview(await store.get(asset.id))).toEqual(preview)
  })

  it('makes a size in the format that the client takes', async () => {
    const { store } = openStore()
    expect(store.pictures.sizes).toEqual(['page-400', 'page-800', 'page-1600'])
    const { id } = await store.upload(drawing(800))
    const madeOf = async (name: string, accept?: string) => {
      const options = accept === undefined ? {} : { accept }
      const { asset, variant } = await store.pictures.ensure(id, name, options)
      expect(asset.variants.some((each) => each.name === variant)).toBe(true)
      return variant
    }
    expect(await madeOf('page-800', 'image/avif,*/*')).toBe('page-800.avif')
    expect(await madeOf('page-800', 'image/avif;q=0.5,image/jpeg')).toBe('page-800.jpg')
    expect(await madeOf('page-400')).toBe('page-400.jpg')
    expect(await madeOf('page-400.avif', 'image/jpeg')).toBe('page-400.avif')
    await expect(madeOf('page-1600')).rejects.toMatchObject({ code: 'file_not_found' })
    await expect(madeOf('thumbnail')).rejects.toMatchObject({ code: 'file_not_found' })
  })

  it('makes a size in another format when the best one fails', async () => {
    const { processor, asked } = fakeProcessor(plans, { sets: [SET] })
    const make: typeof processor.make = async (source, names, options) => {
      const { made } = await processor.make(source, names, options)
      const isAvif = ({ name }: { name: string }) => name.endsWith('.avif')
      return {
        made: made.filter((each) => !isAvif(each)),
        failed: made.filter(isAvif).map(({ name }) => name),
      }
    }
    const store = ports().open({ ...processor, make })
    const { id } = await store.upload(drawing(800))
    const accept = 'image/avif,image/*'
    for (let time = 0; time < 2; time += 1) {
      const { variant } = await store.pictures.ensure(id, 'page-400', { accept })
      expect(variant).toBe('page-400.jpg')
    }
    expect(asked).toEqual(['page-400.avif', 'page-400.jpg'])
  })

  it('gives a size another tag when its settings change', async () => {
    const { processor } = fakeProcessor(plans, { sets: [SET] })
    const tagWith = async (settings: string | undefined, set = SET) => {
      const settled = memberNames(set).map(({ member: name }) => {
        return { name, timing: 'on-demand' as const, ...(settings && { settings }) }
      })
      const store = ports().open({ ...processor, sets: [set], plans: settled })
      const asset = await store.upload(drawing(800))
      return store.urls.contentTag(asset, { variant: 'page-400' })
    }
    const tags = [
      await tagWith(undefined),
      await tagWith('quality 70'),
      await tagWith('quality 80'),
      await tagWith('quality 80', { ...SET, formats: SET.formats.slice(1) }),
    ]
    expect(new Set(tags).size).toBe(4)
    expect(await tagWith('quality 80')).toBe(tags[2])
  })
})
