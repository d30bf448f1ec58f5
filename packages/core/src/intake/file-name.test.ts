import { describe, expect, it } from 'vitest'
import { cleanFileName, sanitizeFileName } from './file-name.ts'

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

  it('names a file whose only character does not fit', () => {
    expect(sanitizeFileName(`a${'\u0301'.repeat(300)}.txt`)).toBe('untitled.txt')
  })

  it('leaves a name of exactly 255 bytes alone', () => {
    const name = 'x'.repeat(251).concat('.png')
    expect(sanitizeFileName(name)).toBe(name)
  })

  it('cuts a name without end in bounded time', () => {
    const started = performance.now()
    sanitizeFileName('a\u0301'.repeat(500_000))
    expect(performance.now() - started).toBeLessThan(500)
  })
})

describe('cleanFileName', () => {
  it('is empty when nothing of a name is left', () => {
    for (const claimed of ['', ' ', 'dir/', '.', '..', '\u0001']) {
      expect(cleanFileName(claimed)).toBe('')
    }
    expect(cleanFileName('a/b.txt')).toBe('b.txt')
  })
})
