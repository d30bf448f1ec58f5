import { describe, expect, it } from 'vitest'
import { fitsNode } from './fits-node.ts'

describe('fitsNode', () => {
  it.each([
    ['20.x || 22.x || 24.x', '20.20.2', true],
    ['20.x || 22.x || 24.x', '26.0.0', false],
    ['>=22', '20.20.2', false],
    ['>=22', '26.1.0', true],
    ['>=22.13', '22.12.0', false],
    ['>=22.13 <25', '24.1.0', true],
    ['>=22.13 <25', '25.0.0', false],
    ['^20.19.0', '20.18.3', false],
    ['^20.19.0', '20.19.0', true],
    ['^20.19.0', '21.0.0', false],
    ['~20.19.0', '20.20.0', false],
    ['*', '20.0.0', true],
    [undefined, '20.0.0', true],
  ])('%s on Node %s: %s', (drivers, version, fits) => {
    expect(fitsNode(drivers, version)).toBe(fits)
  })
})
