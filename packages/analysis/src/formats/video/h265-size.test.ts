import { describe, expect, it } from 'vitest'
import { h265Size } from './h265-size.ts'

/** An Exp-Golomb number as bits. */
function number(value: number): string {
  const bits = (value + 1).toString(2)
  return bits.padStart(bits.length * 2 - 1, '0')
}

/** Bits that say nothing here; ones, so that no start code comes of them. */
const bits = (count: number): string => '1'.repeat(count)

/** A byte stream whose one unit is a parameter set of this many sub-layers, and these bits after them. */
function sequence(layers: number, ...parts: readonly string[]): Buffer {
  const each = Array.from({ length: 8 }, (_, layer) => (layer < layers ? '11' : '00'))
  const general = `0000${layers.toString(2).padStart(3, '0')}1${bits(96)}`
  const own = layers === 0 ? '' : `${each.join('')}${bits(layers * 96)}`
  const all = `${general}${own}${number(0)}${parts.join('')}1`
  const bytes = (all.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
  return Buffer.from([0, 0, 0, 1, 0x42, 1, ...bytes])
}

describe('h265Size', () => {
  it.each([0, 2])('reads and crops the size after %i sub-layers', (layers) => {
    const size = [number(1), number(1920), number(1088)]
    const window = ['1', number(0), number(0), number(0), number(4)]
    expect(h265Size(sequence(layers, ...size, ...window))).toEqual({ width: 1920, height: 1080 })
  })

  it('reads a size without a window, of colours that are not sampled', () => {
    const size = [number(3), '0', number(640), number(352)]
    expect(h265Size(sequence(0, ...size, '0'))).toEqual({ width: 640, height: 352 })
  })

  it('is undefined without a sequence parameter set, and throws when it is cut off', () => {
    expect(h265Size(Buffer.from([0, 0, 1, 0x26, 1, 2, 3]))).toBeUndefined()
    expect(() => h265Size(sequence(0, number(1)))).toThrow(RangeError)
  })
})
