import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { UNKNOWN_FACTS } from '../facts/file-facts.ts'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import { box, join } from '../testing/bytes.ts'
import { png } from '../testing/pictures.ts'
import { mp4 } from '../testing/recordings.ts'
import { createAnalyzer } from './create-analyzer.ts'

const video = mp4({ size: [64, 48], seconds: 1 })

describe('createAnalyzer', () => {
  it('gives all facts of a file, and no issue', async () => {
    expect(await createAnalyzer().analyze(bytesAsFile(video), { name: 'a.mp4' })).toEqual({
      facts: {
        ...UNKNOWN_FACTS,
        ...{ type: 'video', mimeType: 'video/mp4', extension: 'mp4' },
        ...{ width: 64, height: 48, durationSeconds: 1 },
      },
      issues: [],
    })
  })

  it('keeps the type of a damaged file, and says what is missing', async () => {
    const damaged = png({ width: 3, height: 2 }).subarray(0, 12)
    const { facts, issues } = await createAnalyzer().analyze(bytesAsFile(damaged), {
      name: 'a.png',
    })
    expect(facts).toMatchObject({ mimeType: 'image/png', width: null, height: null })
    expect(issues).toEqual([{ fact: 'dimensions', reason: 'unreadable' }])
  })

  it('leaves no listener on the signal, which may live longer than the call', async () => {
    const { signal } = new AbortController()
    await createAnalyzer().analyze(bytesAsFile(video), { name: 'a.mp4', signal })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('gives up a file that costs more bytes than allowed', async () => {
    const afterType = 20
    const padding = box('free', Buffer.alloc(100_000))
    const large = join(video.subarray(0, afterType), padding, video.subarray(afterType))
    const analyzer = createAnalyzer({ maxBytes: 18_000 })
    const { facts, issues } = await analyzer.analyze(bytesAsFile(large), { name: 'a.mp4' })
    expect(facts).toMatchObject({ mimeType: 'video/mp4', width: null, durationSeconds: null })
    expect(issues).toEqual([
      { fact: 'dimensions', reason: 'budget' },
      { fact: 'duration', reason: 'budget' },
    ])
  })

  it('gives up a file whose bytes do not come in time', async () => {
    const file = { ...bytesAsFile(video), read: () => new Promise<Uint8Array>(() => {}) }
    const { facts, issues } = await createAnalyzer({ maxTimeMs: 5 }).analyze(file, {
      name: 'a.mp4',
    })
    expect(facts).toMatchObject({ mimeType: 'application/octet-stream', extension: 'mp4' })
    expect(issues).toContainEqual({ fact: 'type', reason: 'time' })
  })

  it('survives bytes that cannot be read', async () => {
    const file = { ...bytesAsFile(video), read: () => Promise.reject(new Error('EIO')) }
    const { facts, issues } = await createAnalyzer().analyze(file, { name: 'a' })
    expect(facts).toMatchObject({ mimeType: 'application/octet-stream', extension: 'bin' })
    expect(issues).toContainEqual({ fact: 'type', reason: 'unreadable' })
  })

  it('rejects with the reason of an aborted signal, before and during the work', async () => {
    const reason = new Error('enough')
    const analyzer = createAnalyzer()
    const aborted = AbortSignal.abort(reason)
    await expect(analyzer.analyze(bytesAsFile(video), { name: 'a', signal: aborted })).rejects.toBe(
      reason,
    )

    const controller = new AbortController()
    const file = { ...bytesAsFile(video), read: () => new Promise<Uint8Array>(() => {}) }
    const running = analyzer.analyze(file, { name: 'a', signal: controller.signal })
    controller.abort(reason)
    await expect(running).rejects.toBe(reason)
  })
})
