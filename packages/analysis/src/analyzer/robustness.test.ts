import { seededChoices } from '@stowage/testing/seeds'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locationEdits } from '../location/location-edits.ts'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import type { ReadableFile } from '../reading/readable-file.ts'
import { processTime, threadTime } from '../testing/cpu-time.ts'
import { HOSTILE } from '../testing/hostile.ts'
import { mutated } from '../testing/mutated.ts'
import { SAMPLES } from '../testing/samples.ts'
import { createAnalyzer } from './create-analyzer.ts'

/** `STOWAGE_ROBUSTNESS=full` changes bytes a hundred times as often. */
const isFull = process.env.STOWAGE_ROBUSTNESS === 'full'
const samples = Object.entries(SAMPLES)
const mutations = Math.ceil((isFull ? 1_000_000 : 10_000) / samples.length)

/** Milliseconds: four times what the most expensive file takes. Beside other work, a processor does less in its time. */
const LONGEST = 4000
const LONGEST_TURN = 50
const LARGEST = 100 * 2 ** 20

const empty = bytesAsFile(Buffer.alloc(0))
const unknown = bytesAsFile(Buffer.from([0x93, 0x07, 0x00, 0xfe]))
const analyzer = createAnalyzer()

// Here the code of the thread is bundled for its first use, which takes seconds on a busy machine.
beforeAll(() => analyzer.analyze(unknown, { name: '' }))
afterAll(() => analyzer.close())

interface Cost {
  /** Milliseconds of processor time that the most expensive call for a file took, in all threads. */
  time: number
  /** Milliseconds of processor time that the event loop took for one turn, at most. */
  turn: number
  /** Bytes by which the process grew, at most. */
  memory: number
}

async function costOf(files: Iterable<ReadableFile>, name: string): Promise<Cost> {
  const cost = { time: 0, turn: 0, memory: 0 }
  const before = process.memoryUsage.rss()
  let last = threadTime()
  const weigh = () => {
    const now = threadTime()
    cost.turn = Math.max(cost.turn, now - last)
    cost.memory = Math.max(cost.memory, process.memoryUsage.rss() - before)
    last = now
  }
  const scales = setInterval(weigh, 5)
  for (const file of files) {
    const started = processTime()
    const { facts } = await analyzer.analyze(file, { name })
    const analyzed = processTime()
    expect(facts.mimeType).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/)
    await locationEdits(file, facts.mimeType)
    cost.time = Math.max(cost.time, analyzed - started, processTime() - analyzed)
  }
  weigh()
  clearInterval(scales)
  return cost
}

function* cutOff(bytes: Buffer): Generator<ReadableFile> {
  const { below } = seededChoices(bytes.length)
  for (let length = 1; length < bytes.length; length *= 2) {
    yield bytesAsFile(bytes.subarray(0, length))
  }
  for (let count = 0; count < 50; count += 1)
    yield bytesAsFile(bytes.subarray(0, below(bytes.length)))
  yield empty
}

function* changed(bytes: Buffer): Generator<ReadableFile> {
  const choices = seededChoices(bytes.length)
  for (let count = 0; count < mutations; count += 1) yield bytesAsFile(mutated(bytes, choices))
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
    isFull ? 600_000 : 60_000,
  )
})

describe('hostile files', () => {
  it.each(Object.entries(HOSTILE))('%s', async (_, file) => {
    let cost = await costOf([file], 'file')
    const isOver = () => cost.turn >= LONGEST_TURN || cost.time >= LONGEST
    // The first time, code is compiled within the turn.
    for (let again = 0; again < 4 && isOver(); again += 1) cost = await costOf([file], 'file')
    expect(cost.time).toBeLessThan(LONGEST)
    expect(cost.turn).toBeLessThan(LONGEST_TURN)
    expect(cost.memory).toBeLessThan(LARGEST)
  })
})
