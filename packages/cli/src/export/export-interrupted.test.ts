import { spawnSync } from 'node:child_process'
import { getEventListeners } from 'node:events'
import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { EXPORT_SOURCES, exportBenchOfEachTest } from '../testing/export-bench.fixture.ts'

describe.each(EXPORT_SOURCES)('an export %s that is interrupted', (kind) => {
  const bench = exportBenchOfEachTest(kind)

  it('stops when it is told to, and goes on with the next run', async () => {
    for (let index = 0; index < 60; index += 1) await bench().upload(`f${index}.txt`)
    const controller = new AbortController()
    const reason = new Error('enough')
    let done = 0
    const onDone = () => {
      done += 1
      if (done === 20) controller.abort(reason)
    }
    const stopped = await bench().run({ signal: controller.signal, onDone })
    expect(stopped.failure).toBe(reason)
    expect(stopped.written).toBeLessThan(60)
    const rest = await bench().run()
    expect(rest).toMatchObject({ failure: null, refused: [] })
    expect(rest.written + rest.here).toBe(60)
    expect((await bench().exported()).length).toBe(61)
    const list = await readFile(path.join(bench().out, 'manifest.jsonl'), 'utf8')
    expect(list.trim().split('\n').filter(Boolean).length).toBe(60)
  })

  it('lets no other export into the folder meanwhile, and takes over from one that was killed', async () => {
    for (let index = 0; index < 20; index += 1) await bench().upload(`${index}.txt`)
    const both = await Promise.allSettled([bench().run(), bench().run()])
    const refusal = both.find(({ status }) => status === 'rejected')
    expect(refusal).toMatchObject({
      reason: { message: expect.stringContaining('Another export') },
    })
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const lock = path.join(bench().out, 'manifest.jsonl.lock')
    const killed = spawnSync(process.execPath, ['-e', '']).pid
    await writeFile(lock, JSON.stringify({ pid: killed, host: hostname() }))
    expect(await bench().run()).toMatchObject({ here: 20, failure: null })
    await writeFile(lock, JSON.stringify({ pid: 1, host: 'another' }))
    const { signal } = new AbortController()
    await expect(bench().run({ signal })).rejects.toThrow('Another export')
    expect(getEventListeners(signal, 'abort')).toEqual([])
    await utimes(lock, 0, 0)
    expect(await bench().run()).toMatchObject({ here: 20, failure: null })
    expect(await bench().exported()).not.toContain('manifest.jsonl.lock')
  })

  it('tells the age of the lock of another machine by the clock of the disk', async () => {
    await bench().run()
    const lock = path.join(bench().out, 'manifest.jsonl.lock')
    const wrongClock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
    try {
      await writeFile(lock, JSON.stringify({ pid: 1, host: 'another' }))
      await expect(bench().run()).rejects.toThrow('Another export')
      wrongClock.mockReturnValue(0)
      const aMinuteAgo = new Date(performance.timeOrigin + performance.now() - 60_000)
      await utimes(lock, aMinuteAgo, aMinuteAgo)
      expect(await bench().run()).toMatchObject({ failure: null })
    } finally {
      wrongClock.mockRestore()
    }
    expect(await bench().exported()).toEqual(['manifest.jsonl'])
  })

  it('gives the folder back when its disk fails', async () => {
    for (let index = 0; index < 20; index += 1) await bench().upload(`${index}.txt`)
    const { out } = bench()
    const away = path.join(bench().root, 'away')
    const unmount = async (): Promise<void> => {
      await rename(out, away)
      await writeFile(out, 'no folder')
    }
    let unmounted: Promise<void> | undefined
    const onWritten = (): void => {
      unmounted ??= unmount()
    }
    expect((await bench().run({ onWritten })).failure).not.toBeNull()
    await unmounted
    await rm(out)
    await rename(away, out)
    const { written, here, failure } = await bench().run()
    expect([written + here, failure]).toEqual([20, null])
    expect(await bench().exported()).toHaveLength(21)
    await mkdir(path.join(out, 'manifest.jsonl.lock'))
    await expect(bench().run()).rejects.toMatchObject({ code: 'EISDIR' })
  })
})
