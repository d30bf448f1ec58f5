import { describe, expect, it } from 'vitest'
import { laughingSvg, noisySvg, repeatingSvg, svg } from '../testing/hostile.ts'
import { drawingCost } from './drawing-cost.ts'

const BUDGET = 1_000_000
const cost = (inside: string): number => drawingCost(svg(inside), BUDGET)

describe('drawingCost', () => {
  it('counts elements, each as often as it is used', () => {
    expect(cost('')).toBe(1)
    expect(cost('<g><rect/><rect/></g>')).toBe(4)
    expect(cost('<g id="a"><rect/></g><use href="#a"/><use xlink:href=\'#a\' />')).toBe(9)
    expect(cost('<use href="#a"/><g id=\'a\'><rect/></g>')).toBe(6)
  })

  it('counts a filter with each element that it is applied to', () => {
    const filter = '<filter id="f"><feOffset/><feTurbulence/></filter>'
    const once = cost(`${filter}<rect/>`)
    const twice = cost(`${filter}<rect filter="url(#f)"/>`)
    expect(twice - once).toBe(once - 2)
    expect(cost(`${filter}<rect style="filter:url( '#f' )"/>`)).toBe(twice)
  })

  it('finds what multiplies itself over the budget', () => {
    for (const content of [repeatingSvg(6), repeatingSvg(100), noisySvg(), laughingSvg()]) {
      expect(drawingCost(content, BUDGET)).toBeGreaterThan(BUDGET)
    }
    expect(drawingCost(repeatingSvg(4), BUDGET)).toBeLessThan(BUDGET)
  })

  it('passes over what is not drawn, and what holds itself', () => {
    expect(cost('<!-- <rect/> > --><style><![CDATA[ a > b {} <rect/> ]]></style><rect/>')).toBe(3)
    expect(cost('<text title="<rect/><rect/>"/>')).toBe(2)
    expect(cost('<g id="a"><use href="#a"/></g>')).toBe(3)
    expect(cost('<use href="#b" id="a"/><use href="#a" id="b"/>')).toBeLessThan(10)
    expect(cost('<use href="#nowhere"/><rect fill="url(#nowhere)"/>')).toBe(3)
  })

  it('takes the entities of drawing programs for what they are', () => {
    const entity =
      '<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg"> <!ENTITY n \'x\'>]>'
    const content = Buffer.concat([Buffer.from(entity), svg('<rect/>')])
    expect(drawingCost(content, BUDGET)).toBeLessThan(10)
    const markup = Buffer.from('<!DOCTYPE svg [<!ENTITY n "<rect/>">]><svg>&n;</svg>')
    expect(drawingCost(markup, BUDGET)).toBe(Number.POSITIVE_INFINITY)
  })

  it('ends with what is cut off, or too deep', () => {
    for (const cut of ['<', '<a', '<a "', "<a b='", '<!--', '<![CDATA[', '</', '<a b="c"']) {
      expect(drawingCost(Buffer.from(cut), BUDGET)).toBe(0)
    }
    expect(cost('<g>'.repeat(100_000))).toBe(Number.POSITIVE_INFINITY)
    const chain = Array.from({ length: 5000 }, (_, at) => `<use id="u${at}" href="#u${at + 1}"/>`)
    expect(cost(chain.join(''))).toBeGreaterThan(0)
  })

  it.each([
    ['tags that do not end', '<a "<a "'],
    ['quotes in quotes', '<a \'"\' "\'"'],
    ['entities that do not end', '<!ENTITY a \'b" '],
    ['attributes without a value', '<a id    id    id    >'],
    ['references', '<a href="#a" fill="url(#a" id="a">'],
    ['spaces', '<a href=                                          '],
  ])('takes four times as long for four times as many %s', (_, piece) => {
    const times = [250_000, 1_000_000].map((size) => {
      const content = Buffer.from(piece.repeat(Math.ceil(size / piece.length)))
      const runs = Array.from({ length: 5 }, () => {
        const { user } = process.cpuUsage()
        drawingCost(content, BUDGET)
        return process.cpuUsage().user - user
      })
      return Math.min(...runs)
    })
    const [small = 0, large = 0] = times
    // A few milliseconds are the clock's own.
    expect(large).toBeLessThan(8 * small + 20_000)
  })
})
