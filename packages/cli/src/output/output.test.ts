import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { coloursOf } from './colours.ts'
import { printable, printableJson } from './printable.ts'
import { formatAge, formatBytes, formatCount, formatDuration, formatItems } from './quantities.ts'
import { cutTo, tableLines } from './table.ts'

describe('printable', () => {
  it.each([
    ['plain name – 日本 👨‍👩‍👧.txt', 'plain name – 日本 👨‍👩‍👧.txt'],
    ['\u001b[2J', '\\x1b[2J'],
    ['a\nb\rc\td', 'a\\x0ab\\x0dc\\x09d'],
    ['\u009b31m\u007f', '\\x9b31m\\x7f'],
    ['a\u202efdp.exe', 'a\\u202efdp.exe'],
    ['\u{e0041}x', '\\u{e0041}x'],
    ['\ud800', '\ufffd'],
  ])('shows %j', (text, shown) => {
    expect(printable(text)).toBe(shown)
  })

  it('escapes within JSON so that it stays the same value', () => {
    const value = { name: '\u001b[2J \u009b \u202e \u{e0041} 日本' }
    const line = printableJson(value)
    expect(line).not.toMatch(/\p{Cc}|[\u202e\u{e0041}]/u)
    expect(JSON.parse(line)).toEqual(value)
  })
})

describe('quantities', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [8_249_999, '8.2 MB'],
    [99_960, '100 kB'],
    [999_999, '1 MB'],
    [48_200_000_000, '48.2 GB'],
  ])('shows %d bytes', (bytes, shown) => {
    expect(formatBytes(bytes)).toBe(shown)
  })

  it('counts', () => {
    expect(formatCount(12_345)).toBe('12,345')
    expect(formatItems(1, 'file')).toBe('1 file')
    expect(formatItems(0, 'file')).toBe('0 files')
  })

  it.each([
    [0, '0 s'],
    [59.6, '1 min 0 s'],
    [153, '2 min 33 s'],
    [3600, '1 h 0 min'],
    [90_000, '1 d 1 h'],
  ])('shows %d seconds', (seconds, shown) => {
    expect(formatDuration(seconds)).toBe(shown)
  })

  it('says how long ago', () => {
    const now = Date.parse('2026-01-31T12:00:00Z')
    expect(formatAge('2026-01-31T11:59:30.000000Z', now)).toBe('just now')
    expect(formatAge('2026-01-29T11:00:00.000000Z', now)).toBe('2 days ago')
    expect(formatAge('2026-02-03T12:00:00.000000Z', now)).toBe('in 3 days')
  })
})

describe('tables', () => {
  it('stand straight with wide characters and numbers', () => {
    const lines = tableLines(
      [
        { head: 'NAME', text: ({ name }: { name: string }) => name, atMost: 8 },
        { head: 'SIZE', text: () => '1 B', right: true },
      ],
      [{ name: '日本' }, { name: 'a very long name' }, { name: '\u001bx' }],
    )
    expect(lines).toEqual([
      'NAME       SIZE',
      '日本        1 B',
      'a very …    1 B',
      '\\x1bx       1 B',
    ])
  })

  it('cut between characters', () => {
    expect(cutTo('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 5)).toBe('👨‍👩‍👧👨‍👩‍👧…')
  })
})

describe('colours', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [false, { FORCE_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    [true, { TERM: 'dumb' }, false],
  ])('on a terminal (%s) with %j: %s', (isTTY, env, coloured) => {
    const { green } = coloursOf(Object.assign(new Writable(), { isTTY }), env)
    expect(green('x') !== 'x').toBe(coloured)
  })
})
