import { describe, expect, it } from 'vitest'
import { h264Size } from './h264-size.ts'

/** An Exp-Golomb number as bits. */
function number(value: number): string {
  const bits = (value + 1).toString(2)
  return bits.padStart(bits.length * 2 - 1, '0')
}

/** A byte stream whose one unit is a parameter set of these bits. */
function sequence(profile: number, ...parts: readonly string[]): Buffer {
  const bits = `${parts.join('')}1`
  const bytes = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
  return Buffer.from([0, 0, 0, 1, 0x67, profile, 0, 40, ...bytes])
}

const order = [number(0), number(2), number(4), '0']

describe('h264Size', () => {
  it('reads the baseline profile', () => {
    const size = [number(39), number(21), '1', '1']
    const bytes = sequence(66, number(0), ...order, ...size, '0')
    expect(h264Size(bytes)).toEqual({ width: 640, height: 352 })
  })

  it('crops, and passes scaling lists', () => {
    const lists = ['1', '1', number(16), ...Array.from({ length: 7 }, () => '0')]
    const chroma = [number(1), number(0), number(0), '0', ...lists]
    const size = [number(119), number(67), '1', '1']
    const crop = ['1', number(0), number(0), number(0), number(4)]
    const bytes = sequence(100, number(0), ...chroma, ...order, ...size, ...crop)
    expect(h264Size(bytes)).toEqual({ width: 1920, height: 1080 })
  })

  it('doubles the height of interlaced video', () => {
    const size = [number(119), number(33), '0', '1', '1']
    const crop = ['1', number(0), number(0), number(0), number(2)]
    const bytes = sequence(77, number(0), ...order, ...size, ...crop)
    expect(h264Size(bytes)).toEqual({ width: 1920, height: 1080 })
  })

  it('is undefined without a sequence parameter set', () => {
    expect(h264Size(Buffer.from([0, 0, 0, 1, 0x65, 1, 2, 3]))).toBeUndefined()
  })

  it('throws when the parameters are cut off', () => {
    expect(() => h264Size(sequence(66, number(0)))).toThrow(RangeError)
  })
})
