import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { VariantResult } from '@stowage/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Renderer } from '../maker/renderer.ts'
import { settingsOf } from '../maker/settings.ts'
import { createSlots } from '../maker/slots.ts'
import type { RenderJob } from '../picture/recipe.ts'
import { childProcesses } from '../testing/child-processes.ts'
import { faultySharp, pictureThatRuns } from '../testing/faulty-sharp.ts'
import { createProcessPool } from './process-pool.ts'

const MiB = 1024 ** 2
/** Resident bytes that a process may have, of which it needs less than 100 MiB for itself. */
const MEMORY = 320 * MiB
const { recipes, limits } = settingsOf({ variants: { optimized: false } })
const job: RenderJob = { recipes, limits, isDrawing: false }
const FAILED: VariantResult = { made: [], failed: ['thumbnail'] }
/** Calls `then` with the pipe, in the process, as soon as the answer for this picture is on its way. */
const AFTER_ANSWER = `const { Socket } = require('node:net')
  const { uncork } = Socket.prototype
  Socket.prototype.uncork = function () {
    uncork.call(this)
    setImmediate(then, this)
  };`

let directory: string
let pool: Renderer
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'stowage-'))
  const requireFrom = await faultySharp(directory)
  const setup = { requireFrom, heifCode: '', memory: MEMORY }
  pool = createProcessPool({ setup, jobsPerProcess: 100 })
})
afterEach(async () => {
  pool.close()
  await rm(directory, { recursive: true })
})

async function render(code = '', width = 40): Promise<VariantResult> {
  return pool.render(await pictureThatRuns(code, width), job)
}

function hoards(mebibytes: number): string {
  return `(globalThis.hoard ??= []).push(Buffer.alloc(${mebibytes} * 1024 ** 2, 1))
    await new Promise((resolve) => setTimeout(resolve, 100))`
}

/** Answers without end that nobody asked for, each of that size by its own account. */
function speaksOfItself(size: number): string {
  const header = '{"made":[],"failed":[],"memory":0}'
  return `let isSpeaking = false
    function then(pipe) {
      if (isSpeaking) return
      isSpeaking = true
      const head = Buffer.alloc(10)
      head.writeUInt32LE(${header.length}, 0)
      head.writeUIntLE(${size}, 4, 6)
      const one = Buffer.concat([head, Buffer.from('${header}'), Buffer.alloc(${Math.min(size, MiB)})])
      const many = Buffer.concat(Array(Math.ceil(${MiB} / one.length)).fill(one))
      const go = () => pipe.write(many, go)
      go()
    }`
}

function notesItsProcess(): string {
  return `require('node:fs').writeFileSync('${directory}/process-' + process.pid, '')`
}

async function processes(): Promise<readonly string[]> {
  return (await readdir(directory)).filter((name) => name.startsWith('process-'))
}

function hasExited(child: string | undefined): boolean {
  return /\) Z /.test(readFileSync(`/proc/${child}/stat`, 'latin1'))
}

function widthOf({ made }: VariantResult): number | undefined {
  return made[0]?.width
}

describe('createProcessPool', () => {
  it('fails a picture that takes too much memory, or brings its process down, also after another', async () => {
    for (const code of [hoards(400), 'process.exit(1)', "process.kill(process.pid, 'SIGSEGV')"]) {
      expect(await render(code)).toEqual(FAILED)
      expect(widthOf(await render())).toBe(40)
      expect(await render(code)).toEqual(FAILED)
    }
  })

  it('does not fail a picture for the memory that the one before it left behind', async () => {
    expect(widthOf(await render(`${notesItsProcess()};${hoards(140)}`))).toBe(40)
    expect(widthOf(await render(`${notesItsProcess()};${hoards(140)}`, 41))).toBe(41)
    expect(await processes()).toHaveLength(2)
  })

  it('does not fail a picture for what the one before it broke', async () => {
    expect(widthOf(await render('globalThis.isBroken = true'))).toBe(40)
    expect(widthOf(await render('if (globalThis.isBroken) process.exit(1)', 41))).toBe(41)
  })

  it('gives every picture a process that has no other, used ones first', async () => {
    const pictures = [
      await pictureThatRuns(notesItsProcess()),
      await pictureThatRuns(notesItsProcess()),
    ]
    for (const _ of ['new', 'used']) {
      await Promise.all(pictures.map((picture) => pool.render(picture, job)))
      const both = await processes()
      expect(both).toHaveLength(2)
      if (process.platform === 'linux') expect(await childProcesses()).toHaveLength(2)
      await Promise.all(both.map((name) => rm(path.join(directory, name))))
    }
  })

  it('lets no picture wait behind a slow one while another process is free', async () => {
    const slots = createSlots({ concurrency: 2, queue: 10 })
    const slow = slots.run(
      () =>
        render(`while (!require('node:fs').existsSync('${directory}/go')) {
        await new Promise((resolve) => setTimeout(resolve, 10))
      }`),
      { tenant: 'one' },
    )
    const others = [41, 42, 43, 44].map((width) =>
      slots.run(() => render('', width), { tenant: 'one' }),
    )
    expect((await Promise.all(others)).map(widthOf)).toEqual([41, 42, 43, 44])
    await writeFile(path.join(directory, 'go'), '')
    expect(widthOf(await slow)).toBe(40)
  })

  it.skipIf(process.platform !== 'linux')(
    'loses neither an answer nor the next picture when a process ends behind our back',
    async () => {
      await render()
      const [child] = await childProcesses()
      const [last, next] = await Promise.all([
        pictureThatRuns(`const then = () => process.exit(1);${AFTER_ANSWER}`, 41),
        pictureThatRuns('', 42),
      ])
      const answered = pool.render(last, job)
      // Nothing is read from it meanwhile.
      const patience = Date.now() + 10_000
      while (!hasExited(child) && Date.now() < patience) {}
      expect(hasExited(child)).toBe(true)
      const beside = pool.render(next, job)
      expect(widthOf(await answered)).toBe(41)
      expect(widthOf(await pool.render(next, job))).toBe(42)
      expect(widthOf(await beside)).toBe(42)
    },
  )

  it.skipIf(process.platform !== 'linux')(
    'ends a process that says what nobody asked for, and keeps none of it',
    async () => {
      const before = process.memoryUsage.rss()
      for (const size of [0, 60_000, 100 * MiB]) {
        expect(widthOf(await render(`${speaksOfItself(size)};${AFTER_ANSWER}`))).toBe(40)
        await vi.waitFor(async () => expect(await childProcesses()).toEqual([]), 10_000)
      }
      expect(widthOf(await render())).toBe(40)
      expect(process.memoryUsage.rss() - before).toBeLessThan(96 * MiB)
    },
  )
})
