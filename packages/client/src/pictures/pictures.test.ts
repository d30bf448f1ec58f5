import { describe, expect, it } from 'vitest'
import type { Asset } from '../generated/openapi.ts'
import { nextImageLoader, unpicTransformer } from './loaders.ts'
import { pictureAttributes } from './picture-attributes.ts'

const SRCSET =
  '/m/a?variant=page-400&c=1 400w, /m/a?variant=page-800&c=1 800w, /m/a?variant=page-1600&c=1 1000w'

function asset(meta?: object): Asset {
  const attributes = { width: 1000, height: 300 }
  return { id: 'a', type: 'assets', attributes, ...(meta && { meta }) } as unknown as Asset
}

describe('pictureAttributes', () => {
  const preview = { placeholder: 'HBgKFYJ2', color: '#0a7f80' }
  const meta = { srcset: { page: SRCSET }, alt: { en: 'A pier', de: 'Ein Pier' }, ...preview }

  it('are those that the store gives', () => {
    expect(pictureAttributes(asset(meta), 'page', { sizes: '50vw', language: 'de' })).toEqual({
      src: '/m/a?variant=page-1600&c=1',
      srcset: SRCSET,
      sizes: '50vw',
      width: 1000,
      height: 300,
      alt: 'Ein Pier',
      ...preview,
    })
    expect(pictureAttributes(asset(meta), 'page')).toMatchObject({ alt: 'A pier', sizes: '100vw' })
  })

  it('are null for a set without a size', () => {
    expect(pictureAttributes(asset(meta), 'card')).toBeNull()
    expect(pictureAttributes(asset(meta), 'constructor')).toBeNull()
    expect(pictureAttributes(asset({ srcset: {}, alt: {} }), 'page')).toBeNull()
  })

  it('tell how to ask when the asset came without them', () => {
    expect(() => pictureAttributes(asset(), 'page')).toThrow(/with_meta: '1'/)
  })
})

describe.each([
  ['nextImageLoader', (src: string, width: number) => nextImageLoader({ src, width })],
  ['unpicTransformer', (src: string, width: number) => unpicTransformer(src, { width })],
])('%s', (_, load) => {
  it.each([
    [1, 'page-400'],
    [400, 'page-400'],
    [401, 'page-800'],
    [801, 'page-1600'],
    [3840, 'page-1600'],
  ])('takes the smallest that is at least %i wide: %s', (width, size) => {
    expect(load(SRCSET, width)).toBe(`/m/a?variant=${size}&c=1`)
  })

  it('leaves another URL as it is', () => {
    expect(load('/logo.png', 400)).toBe('/logo.png')
  })
})

it('unpicTransformer takes the largest without a width', () => {
  expect(unpicTransformer(SRCSET, {})).toBe('/m/a?variant=page-1600&c=1')
  expect(unpicTransformer(SRCSET, { width: '400' })).toBe('/m/a?variant=page-400&c=1')
})
