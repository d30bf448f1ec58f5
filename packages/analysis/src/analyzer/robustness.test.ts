import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as afterwards } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import type { ReadableFile } from '../reading/readable-file.ts'
import { HOSTILE } from '../testing/hostile.ts'
import { mutated, random } from '../testing/random.ts'
import { SAMPLES } from '../testing/samples.ts'
import { createAnalyzer } from './create-analyzer.ts'

/** `STOWAGE_ROBUSTNESS=full` changes bytes a hundred times as often. */
const isFull = process.env.STOWAGE_ROBUSTNESS === 'full'
const samples = Object.entries(SAMPLES)
const mutations = Math.ceil((isFull ? 1_000_000 : 10_000) / samples.length)

const LONGEST = 2000
const LONGEST_STANDSTILL = 50
const LARGEST = 100 * 2 ** 20

const empty = bytesAsFile(Buffer.alloc(0))
const unknown = bytesAsFile(Buffer.from([0x93, 0x07, 0x00, 0xfe]))
const analyzer = createAnalyzer()

// Here the code of the thread is bundled for its first use, which takes seconds on a busy machine.
beforeAll(() => analyzer.analyze(unknown, { name: '' }))
afterAll(() => analyzer.close())

interface Cost {
  /** Milliseconds that the slowest file took. */
  time: number
  /** Milliseconds that the event loop stood still. */
  standstill: number
  /** Bytes by which the process grew, at most. */
  memory: number
}

async function costOf(files: Iterable<ReadableFile>, name: string): Promise<Cost> {
  const cost = { time: 0, standstill: 0, memory: 0 }
  const before = process.memoryUsage.rss()
  const weigh = () => {
    cost.memory = Math.max(cost.memory, process.memoryUsage.rss() - before)
  }
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const scales = setInterval(weigh, 5)
  delay.enable()
  for (const file of files) {
    const started = performance.now()
    const { facts } = await analyzer.analyze(file, { name })
    expect(facts.mimeType).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/)
    cost.time = Math.max(cost.time, performance.now() - started)
  }
  weigh()
  // The last standstill is seen when the monitor's own timer runs again.
  await afterwards(15)
  delay.disable()
  clearInterval(scales)
  cost.standstill = delay.max / 1e6
  return cost
}

function* cutOff(bytes: Buffer): Generator<ReadableFile> {
  const next = random(bytes.length)
  for (let length = 1; length < bytes.length; length *= 2) {
    yield bytesAsFile(bytes.subarray(0, length))
  }
  for (let count = 0; count < 50; count += 1)
    yield bytesAsFile(bytes.subarray(0, next(bytes.length)))
  yield empty
}

function* changed(bytes: Buffer): Generator<ReadableFile> {
  const next = random(bytes.length)
  for (let count = 0; count < mutations; count += 1) yield bytesAsFile(mutated(bytes, next))
}

describe('damaged files', () => {
  it.each(samples)('%s cut off at every power of two and at random', async (name, bytes) => {
    expect((await costOf(cutOff(bytes), `a.${name}`)).time).toBeLessThan(LONGEST)
  })

  it.each(samples)(
    '%s with bytes changed at random',
    async (name, bytes) => {
      const { time, memory } = await costOf(changed(bytes), `a.${name}`)
      expect(time).toBeLessThan(LONGEST)
      expect(memory).toBeLessThan(LARGEST)
    },
    isFull ? 600_000 : 20_000,
  )
})

describe('hostile files', () => {
  it.each(Object.entries(HOSTILE))('%s', async (_, file) => {
    let cost = await costOf([file], 'file')
    // A busy machine holds the event loop up as well, but not ten times in a row.
    for (let again = 0; again < 9 && cost.standstill >= LONGEST_STANDSTILL; again += 1) {
      cost = await costOf([file], 'file')
    }
    expect(cost.time).toBeLessThan(LONGEST)
    expect(cost.standstill).toBeLessThan(LONGEST_STANDSTILL)
    expect(cost.memory).toBeLessThan(LARGEST)
  })
})
