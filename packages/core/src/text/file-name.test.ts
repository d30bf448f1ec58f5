import { describe, expect, it, vi } from 'vitest'
import { requireTypedName, sanitizeFileName, slashIn } from './file-name.ts'

describe('sanitizeFileName', () => {
  it.each([
    ['photo.jpg', 'photo.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\fakepath\\photo.jpg', 'photo.jpg'],
    ['a/b\\c.txt', 'c.txt'],
    ['', 'untitled'],
    ['dir/', 'untitled'],
    ['..', 'untitled'],
    ['\u0000\u001f\u007f', 'untitled'],
    ['a\r\nSet-Cookie: x.txt', 'aSet-Cookie: x.txt'],
    ['e\u0301.txt', '\u00e9.txt'],
    ['invoice\u202egpj.exe', 'invoicegpj.exe'],
    ['\ud800.txt', '\ufffd.txt'],
    ['.gitignore', '.gitignore'],
    ['a\u061cb.txt', 'ab.txt'],
    ['a\u2028b\u2029.txt', 'ab.txt'],
    ['\u200b', 'untitled'],
    ['\u2060 \u00ad\ufe0f\u180e\u3164', 'untitled'],
    ['\u2800\u{e0001}', 'untitled'],
    ['\u200b.txt', '\u200b.txt'],
    ['\u0301', '\u0301'],
  ])('makes %j into %j', (claimed, name) => {
    expect(sanitizeFileName(claimed)).toBe(name)
  })

  it('cuts at 255 bytes between characters and keeps the extension', () => {
    const name = sanitizeFileName(`${'ü'.repeat(300)}.jpeg`)
    expect(Buffer.byteLength(name)).toBe(255)
    expect(name).toMatch(/^ü{125}\.jpeg$/)
  })

  it('does not take a character of several code points apart', () => {
    const family = '👨‍👩‍👧‍👦'
    const name = sanitizeFileName(family.repeat(20))
    expect(name).toBe(family.repeat(Math.floor(255 / Buffer.byteLength(family))))
  })

  it('cuts a character that is longer than the limit at a code point', () => {
    const name = sanitizeFileName(`a${'\u0301'.repeat(300)}.txt`)
    expect(name).toBe(`\u00e1${'\u0301'.repeat(124)}.txt`)
    expect(sanitizeFileName(`${'👨\u200d'.repeat(100)}.png`)).toBe(`${'👨\u200d'.repeat(35)}👨.png`)
    expect(sanitizeFileName(`a${'\u0315'.repeat(300)}`)).not.toBe('untitled')
  })

  it('keeps no end of a name that is no extension', () => {
    expect(sanitizeFileName(`${'x'.repeat(300)}y`)).toBe('x'.repeat(255))
    expect(sanitizeFileName(`a.${'x'.repeat(300)}y`)).toBe(`a.${'x'.repeat(253)}`)
    expect(sanitizeFileName(`${'x'.repeat(300)}.${'y'.repeat(31)}`)).toBe(
      `${'x'.repeat(223)}.${'y'.repeat(31)}`,
    )
    expect(sanitizeFileName(`${'x'.repeat(300)}.${'y'.repeat(32)}`)).toBe('x'.repeat(255))
  })

  it('keeps of an overlong name its beginning, and its end only when that is an extension', () => {
    const nothing = '\u0001'.repeat(3000)
    expect(sanitizeFileName(`a${nothing}b`)).toBe('a')
    expect(sanitizeFileName(`a${nothing}b.txt`)).toBe('a.txt')
    expect(sanitizeFileName(`a${nothing}.b.txt`)).toBe('a.txt')
    expect(sanitizeFileName(`a${nothing}.${'x'.repeat(31)}`)).toBe(`a.${'x'.repeat(31)}`)
    expect(sanitizeFileName(`a${nothing}.${'x'.repeat(32)}`)).toBe('a')
  })

  it('looks at all of a name of 2048 UTF-16 units, and at no unit behind them in a longer one', () => {
    const nothing = '\u0001'.repeat(2046)
    expect(sanitizeFileName(`a${nothing}b`)).toBe('ab')
    expect(sanitizeFileName(`a${nothing.slice(3)}.txt`)).toBe('a.txt')
    expect(sanitizeFileName(`a${nothing}bc`)).toBe('ab')
  })

  it('keeps no character that turns names around or breaks lines, and is never invisible', () => {
    for (let code = 0; code <= 0x10ffff; code += code < 0x3000 ? 1 : 0x71) {
      const name = sanitizeFileName(String.fromCodePoint(code))
      expect(name).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]|^[\p{DI}\p{White_Space}]*$/u)
    }
  })

  it('leaves a name of exactly 255 bytes alone', () => {
    const name = 'x'.repeat(251).concat('.png')
    expect(sanitizeFileName(name)).toBe(name)
  })

  it.each([
    ['marks out of order', `a${'\u0315'.repeat(500_000)}${'\u0300'.repeat(500_000)}.txt`],
    ['marks with spaces before', `${' '.repeat(500_000)}a${'\u0315\u0300'.repeat(250_000)}.txt`],
    ['an extension without end', `a.${'\u0315\u0300'.repeat(500_000)}`],
    ['control characters', `${'\u0001'.repeat(1_000_000)}.txt`],
    ['one long character', `${'👨\u200d'.repeat(300_000)}.txt`],
  ])('normalises and cuts no more than a bounded part of a name of %s', (_, claimed) => {
    const normalize = vi.spyOn(String.prototype, 'normalize')
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
    try {
      const name = sanitizeFileName(claimed)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      if (claimed.endsWith('.txt')) expect(name).toMatch(/\.txt$/)
      const lengths = [
        ...normalize.mock.contexts.map((text) => String(text).length),
        ...segment.mock.calls.map(([text]) => text.length),
      ]
      expect(Math.max(...lengths)).toBeLessThanOrEqual(2200)
    } finally {
      vi.restoreAllMocks()
    }
  })
})

describe('requireTypedName', () => {
  it('keeps a name as that of an upload', () => {
    expect(requireTypedName('name', ' e\u0301\u202e.txt ', 'file')).toBe('\u00e9.txt')
  })

  it.each([
    ['a/b.txt', '/'],
    ['dir/', '/'],
    ['C:\\photo.jpg', '\\'],
    ['a\\b/c', '\\'],
  ])('refuses %j, naming the slash', (name, slash) => {
    expect(slashIn(name)).toBe(slash)
    expect(() => requireTypedName('name', name, 'file')).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        message: `name must be a name, not a path. Leave out ${slash}.`,
      }),
    )
  })

  it.each(['', ' ', '.', '..', '\u0001', '\u200b', 7, null])('refuses %j', (name) => {
    expect(() => requireTypedName('name', name, 'folder')).toThrow(
      expect.objectContaining({ code: 'invalid_argument', context: { argument: 'name' } }),
    )
  })
})
