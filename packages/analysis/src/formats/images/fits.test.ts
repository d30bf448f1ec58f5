import { expect, it } from 'vitest'
import { createAnalyzer } from '../../analyzer/create-analyzer.ts'
import { bytesAsFile } from '../../reading/bytes-as-file.ts'
import { join, latin1, zeros } from '../../testing/bytes.ts'

/** A header of cards, and its data. Both fill blocks of 2880 bytes. */
function unit(cards: readonly string[], bytes = 0): Buffer {
  const header = [...cards, 'END'].map((card) => card.padEnd(80)).join('')
  const whole = (length: number) => Math.ceil(length / 2880) * 2880
  return join(latin1(header.padEnd(whole(header.length))), zeros(whole(bytes)))
}

const card = (keyword: string, value: string | number): string =>
  `${keyword.padEnd(8)}= ${String(value).padStart(20)}`

/** The cards of an array with these axes. */
const array = (...axes: readonly number[]): readonly string[] => [
  card('BITPIX', -32),
  card('NAXIS', axes.length),
  ...axes.map((length, index) => card(`NAXIS${index + 1}`, length)),
]

const PRIMARY = card('SIMPLE', 'T')
const EMPTY = unit([PRIMARY, ...array()])
const TABLE = ["XTENSION= 'BINTABLE'", card('BITPIX', 8), card('NAXIS', 2), card('NAXIS1', 8)]
const ROWS = [card('NAXIS2', 300), card('PCOUNT', 50), card('GCOUNT', 1)]
const IMAGE = ["XTENSION= 'IMAGE   '           / a picture", ...array(300, 200)]

async function sizeOf(...units: readonly Buffer[]): Promise<unknown> {
  const { facts } = await createAnalyzer().analyze(bytesAsFile(join(...units)), { name: 'a.fits' })
  expect(facts.mimeType).toBe('image/fits')
  return facts.width === null ? null : [facts.width, facts.height]
}

it.each([
  ['in the primary unit', [unit([PRIMARY, ...array(300, 200)], 240_000)]],
  ['in three colours', [unit([PRIMARY, ...array(300, 200, 3)], 720_000)]],
  [
    'in free format',
    [
      unit([
        'SIMPLE  = T',
        'COMMENT NAXIS1  = 9',
        'NAXIS   =2',
        'NAXIS1  = 300 / columns',
        'NAXIS2  =200',
      ]),
    ],
  ],
  ['in a long header', [unit([PRIMARY, ...Array(100).fill('HISTORY = 1'), ...array(300, 200)])]],
  ['in an extension', [EMPTY, unit(IMAGE, 240_000)]],
  ['behind a spectrum', [unit([PRIMARY, ...array(50)], 200), unit(IMAGE)]],
  ['behind a table', [EMPTY, unit([...TABLE, ...ROWS], 2450), unit(IMAGE)]],
  [
    'behind groups',
    [unit([PRIMARY, ...array(0, 800), card('GROUPS', 'T'), card('GCOUNT', 2)], 6400), unit(IMAGE)],
  ],
  [
    'compressed in a table',
    [
      EMPTY,
      unit(
        [
          ...TABLE,
          ...ROWS,
          card('ZIMAGE', 'T'),
          card('ZNAXIS', 2),
          card('ZNAXIS1', 300),
          card('ZNAXIS2', 200),
        ],
        2450,
      ),
    ],
  ],
  ['whose header is cut', [unit([PRIMARY, ...array(300, 200)]).subarray(0, 500)]],
])('the size of a picture in FITS is that of its array: %s', async (_, units) => {
  expect(await sizeOf(...units)).toEqual([300, 200])
})

it.each([
  ['a table', [EMPTY, unit([...TABLE, ...ROWS], 2450)]],
  [
    'no axes, whatever else it says',
    [unit([PRIMARY, ...array(), card('NAXIS1', 128), card('NAXIS2', 128)])],
  ],
  [
    'a spectrum, and a table',
    [unit([PRIMARY, ...array(50)], 200), unit([...TABLE, ...ROWS], 2450)],
  ],
  ['an axis without length', [unit([PRIMARY, ...array(300, 0)])]],
  [
    'a length that is no whole number',
    [
      unit([
        PRIMARY,
        card('BITPIX', 8),
        card('NAXIS', 2),
        card('NAXIS1', '3.5'),
        card('NAXIS2', 200),
      ]),
    ],
  ],
  ['data longer than numbers count', [unit([PRIMARY, ...array(9e15)]), unit(IMAGE)]],
  [
    'a header without end',
    [latin1(`${PRIMARY.padEnd(80)}${'HISTORY'.padEnd(80).repeat(4000)}`), unit(IMAGE)],
  ],
])('FITS has no size with %s', async (_, units) => {
  expect(await sizeOf(...units)).toBeNull()
})
