import { describe, expect, it } from 'vitest'
import { memberNames, type PictureSet } from '../pictures/picture-set.ts'
import { fakeProcessor, ports } from './fake-processor.fixture.ts'
import type { VariantProcessor, VariantTiming } from './variant-processor.ts'

const SET: PictureSet = {
  name: 'page',
  widths: [400, 800],
  formats: [{ extension: 'jpg', mimeType: 'image/jpeg' }],
}

function ofSet(set: PictureSet, others: Record<string, VariantTiming> = {}): VariantProcessor {
  const members = memberNames(set).map(({ member }) => [member, 'on-demand'] as const)
  return fakeProcessor({ ...Object.fromEntries(members), ...others }, { sets: [set] }).processor
}

describe('opening a store', () => {
  const plans = [
    { name: 'thumbnail', timing: 'on-demand' },
    { name: 'thumbnail', timing: 'on-demand' },
  ] as const
  it.each<[string, RegExp, VariantProcessor | VariantProcessor[]]>([
    [
      'a variant named as a size',
      /"page-400", which is also/,
      ofSet(SET, { 'page-400': 'on-demand' }),
    ],
    [
      'a variant of another processor named as a size',
      /"page-400", which is also/,
      [ofSet(SET), fakeProcessor({ 'page-400': 'on-demand' }).processor],
    ],
    ['a set twice', /the set "page" twice/, [ofSet(SET), ofSet(SET)]],
    ['a variant twice', /two variants "thumbnail"/, fakeProcessor({}, { plans }).processor],
    [
      'the name of the copy without location',
      /".public"/,
      fakeProcessor({ '.public': 'on-demand' }).processor,
    ],
    [
      'a set without its variants',
      /without the variant/,
      fakeProcessor({}, { sets: [SET] }).processor,
    ],
    ['unsorted widths', /from the smallest/, ofSet({ ...SET, widths: [800, 400] })],
    ['no width', /whole pixels/, ofSet({ ...SET, widths: [] })],
    ['a width of half a pixel', /whole pixels/, ofSet({ ...SET, widths: [0.5] })],
    ['no format', /different extensions/, ofSet({ ...SET, formats: [] })],
    ['a name with a hyphen', /Name it with/, ofSet({ ...SET, name: 'my-page' })],
  ])('refuses %s', (_, message, variants) => {
    expect(() => ports().open(variants as VariantProcessor)).toThrow(message)
  })

  it('takes sets and variants that differ', async () => {
    const store = ports().open([
      ofSet(SET, { thumbnail: 'immediately' }),
      ofSet({ ...SET, name: 'card' }),
    ])
    expect(store.pictures.sizes).toEqual(['page-400', 'page-800', 'card-400', 'card-800'])
    await store.close()
  })
})
