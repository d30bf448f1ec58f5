import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Io } from '../io/io.ts'
import { createProgress } from './progress.ts'
import { progressLine } from './progress-line.ts'

const STATE = { done: 6871, total: 10_412, bytes: 25.2e9, totalBytes: 38.1e9, seconds: 300 }

describe('the line of a bar', () => {
  it('has bar, share, count, bytes, rate and time left', () => {
    expect(progressLine(STATE, 200)).toBe(
      ' ████████████████░░░░░░░░   66 %   6,871/10,412   25.2 GB/38.1 GB   84 MB/s   2 min 34 s left',
    )
  })

  it('leaves out what a narrow terminal has no room for', () => {
    expect(progressLine(STATE, 60)).toBe(' ████████████████░░░░░░░░   66 %   6,871/10,412')
    expect(progressLine(STATE, 10)).toBe('')
  })

  it('counts without bytes, and guesses nothing at first', () => {
    const counted = { ...STATE, bytes: null, totalBytes: null }
    expect(progressLine({ ...counted, seconds: 0.5 }, 200)).toMatch(/ 65 % {3}6,871\/10,412$/)
    expect(progressLine({ ...counted, seconds: 10 }, 200)).toMatch(/687\/s {3}5 s left$/)
    expect(progressLine({ ...counted, done: 0, total: 0 }, 200)).toMatch(/ 0 % /)
  })
})

describe('a bar', () => {
  const written = async (
    about: object,
    options: { json: boolean; quiet: boolean },
    wait: number,
  ) => {
    let text = ''
    const stream = new Writable({
      write(chunk, _encoding, done) {
        text += String(chunk)
        done()
      },
    })
    const stderr = Object.assign(stream, { columns: 100 }, about)
    const io = { stdin: process.stdin, stdout: stderr, stderr, env: {} } satisfies Io
    const bar = createProgress(io, options)({ total: 4 })
    bar.advance(1)
    await pause(wait)
    bar.advance(1)
    bar.end()
    return text
  }

  it('appears on a terminal after a second, and goes away', async () => {
    const text = await written({ isTTY: true }, { json: false, quiet: false }, 1500)
    expect(text).toContain('25 %')
    expect(text).toContain('\u001b[?25h')
    expect(
      text.endsWith('\u001b[2K') || text.endsWith('\u001b[0K') || text.endsWith('\u001b[K'),
    ).toBe(true)
  })

  it.each([
    [{ isTTY: true }, { json: false, quiet: false }, 100],
    [{ isTTY: false }, { json: false, quiet: false }, 1300],
    [{ isTTY: true }, { json: true, quiet: false }, 1300],
    [{ isTTY: true }, { json: false, quiet: true }, 1300],
  ])('stays away: %j %j after %d ms', async (about, options, wait) => {
    expect(await written(about, options, wait)).toBe('')
  })
})
