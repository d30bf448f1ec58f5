import { forSeeds } from '@stowage/testing/seeds'
import { describe, expect, it } from 'vitest'
import { Gatherer } from './gatherer.ts'

function takeAll(gatherer: Gatherer): Buffer[] {
  const taken: Buffer[] = []
  for (let chunk = gatherer.take(); chunk !== undefined; chunk = gatherer.take()) taken.push(chunk)
  return taken
}

describe('Gatherer', () => {
  it('puts small chunks together, in their order', () => {
    const gatherer = new Gatherer()
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251))
    for (let at = 0; at < bytes.length; at += 1) gatherer.add(bytes.subarray(at, at + 1))
    expect(gatherer.bytes).toBe(bytes.length)
    const taken = takeAll(gatherer)
    expect(taken.length).toBeLessThan(10)
    expect(Buffer.concat(taken).equals(bytes)).toBe(true)
    expect(gatherer.bytes).toBe(0)
  })

  it.each([
    ['large ones', [4096, 65_536]],
    ['one small one', [10]],
  ])('hands on %s without a copy', (_, sizes) => {
    const gatherer = new Gatherer()
    const chunks = sizes.map((size) => Buffer.alloc(size))
    for (const chunk of chunks) gatherer.add(chunk)
    for (const [index, chunk] of takeAll(gatherer).entries()) expect(chunk).toBe(chunks[index])
  })

  const takes = forSeeds('keeps the order of small and large ones', 3, (numbers) => {
    const gatherer = new Gatherer()
    const random = (below: number) => Math.floor(numbers() * below)
    const given: Buffer[] = []
    const taken: Buffer[] = []
    for (let count = 0; count < 2000; count += 1) {
      const chunk = Buffer.alloc(random(3) === 0 ? random(9000) : random(40), count % 256)
      given.push(chunk)
      gatherer.add(chunk)
      const next = random(4) === 0 ? gatherer.take() : undefined
      if (next !== undefined) taken.push(Buffer.from(next))
    }
    taken.push(...takeAll(gatherer))
    expect(Buffer.concat(taken).equals(Buffer.concat(given))).toBe(true)
  })
  for (const { name, run } of takes) it(`${name}, however they are taken`, () => run())

  it('writes no more to what was taken', () => {
    const gatherer = new Gatherer()
    for (const byte of 'abc') gatherer.add(Buffer.from(byte))
    const [first, second] = [gatherer.take(), gatherer.take()]
    gatherer.add(Buffer.from('x'))
    gatherer.add(Buffer.from('y'))
    expect(`${first}${second}${gatherer.take()}${gatherer.take()}`).toBe('abcxy')
  })
})
