import { describe, expect, it } from 'vitest'
import { memberNames, sizesOf } from './picture-set.ts'

const SET = {
  name: 'page',
  widths: [400, 800, 1600],
  formats: [
    { extension: 'avif', mimeType: 'image/avif' },
    { extension: 'jpg', mimeType: 'image/jpeg' },
  ],
}

describe('sizesOf', () => {
  it.each([
    [4000, ['page-400 400', 'page-800 800', 'page-1600 1600']],
    [1600, ['page-400 400', 'page-800 800', 'page-1600 1600']],
    [1000, ['page-400 400', 'page-800 800', 'page-1600 1000']],
    [800, ['page-400 400', 'page-800 800']],
    [399, ['page-400 399']],
  ])('of a picture %i wide enlarges nothing', (original, sizes) => {
    expect(
      sizesOf(SET, { width: original, height: 3000 }).map(({ name, width }) => `${name} ${width}`),
    ).toEqual(sizes)
  })
})

describe('sizesOf a tall picture', () => {
  it.each([
    [1000, 4000, ['page-400 400', 'page-800 500']],
    [300, 4000, ['page-400 150']],
    [1, 4000, ['page-400 1']],
    [1000, 2000, ['page-400 400', 'page-800 800', 'page-1600 1000']],
  ])('%i x %i gives the widths that its height leaves', (width, height, sizes) => {
    const offered = sizesOf({ ...SET, tallest: 2000 }, { width, height })
    expect(offered.map((size) => `${size.name} ${size.width}`)).toEqual(sizes)
  })
})

describe('memberNames', () => {
  it('names each width in each format', () => {
    expect(memberNames(SET).map(({ member }) => member)).toEqual([
      ...['page-400.avif', 'page-400.jpg', 'page-800.avif', 'page-800.jpg'],
      ...['page-1600.avif', 'page-1600.jpg'],
    ])
  })
})
