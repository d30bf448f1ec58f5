import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Semaphore, turnOf } from '@stowage/core/internal'
import type { VariantResult } from '@stowage/core/ports'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { RenderJob } from '../job/recipe.ts'
import type { Renderer } from '../job/renderer.ts'
import { isInconclusive } from '../job/unavailable.ts'
import { childProcesses } from '../testing/child-processes.ts'
import { faultySharp, pictureThatRuns } from '../testing/faulty-sharp.ts'
import { createInProcessRenderer } from '../variants/in-process.ts'
import { settingsOf } from '../variants/settings.ts'
import { largestAnswer } from './answer.ts'
import { WALL_TIME_FACTOR } from './deadline.ts'
import { createProcessPool } from './process-pool.ts'

const MiB = 1024 ** 2
/** Resident bytes that a process may have, of which it needs less than 100 MiB for itself. */
const MEMORY = 320 * MiB
const { recipes, limits } = settingsOf({ variants: { optimized: false } })
const job: RenderJob = { recipes, limits, isDrawing: false, focus: null }
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

async function render(code = '', width = 40, timeMs = limits.timeMs): Promise<VariantResult> {
  const limited = { ...job, limits: { ...limits, timeMs } }
  return pool.render(await pictureThatRuns(code, width), limited)
}

/** Whether the attempt was inconclusive about the picture. */
function toldNothing(making: Promise<VariantResult>): Promise<boolean> {
  return making.then(() => false, isInconclusive)
}

/** Says that it made something else than it did. */
function forges(header: string): string {
  return `const { stringify } = JSON
    JSON.stringify = (said) => stringify(said.made === undefined ? said : { ...said, ...(${header})(said) })`
}

function hoards(mebibytes: number): string {
  return `(globalThis.hoard ??= []).push(Buffer.alloc(${mebibytes} * 1024 ** 2, 1))
    await new Promise((resolve) => setTimeout(resolve, 100))`
}

/** Endless answers that were not asked for, each of which claims that size. */
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

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
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
    const places = new Semaphore(2)
    const turn = turnOf({ tenant: 'one', caller: null })
    const slow = places.run(
      () =>
        render(`while (!require('node:fs').existsSync('${directory}/go')) {
        await new Promise((resolve) => setTimeout(resolve, 10))
      }`),
      { turn },
    )
    const others = [41, 42, 43, 44].map((width) => places.run(() => render('', width), { turn }))
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
      const deadline = Date.now() + 30_000
      while (!hasExited(child) && Date.now() < deadline) {}
      expect(hasExited(child)).toBe(true)
      const beside = pool.render(next, job)
      expect(widthOf(await answered)).toBe(41)
      expect(widthOf(await pool.render(next, job))).toBe(42)
      expect(widthOf(await beside)).toBe(42)
    },
  )

  it.skipIf(process.platform !== 'linux')(
    'ends a process that sends what was not asked for, and keeps none of it',
    async () => {
      const before = process.memoryUsage.rss()
      for (const size of [0, 60_000, 100 * MiB]) {
        expect(widthOf(await render(`${speaksOfItself(size)};${AFTER_ANSWER}`))).toBe(40)
        await vi.waitFor(async () => expect(await childProcesses()).toEqual([]), 300_000)
      }
      expect(widthOf(await render())).toBe(40)
      expect(process.memoryUsage.rss() - before).toBeLessThan(96 * MiB)
    },
  )

  it('says nothing of a picture whose process gave up, for want of memory or threads', async () => {
    for (const code of ['process.abort()', "process.kill(process.pid, 'SIGTRAP')"]) {
      expect(await toldNothing(render(code))).toBe(true)
      expect(widthOf(await render())).toBe(40)
    }
  })

  it.each([
    "throw Object.assign(new Error('spawn'), { code: 'EAGAIN' })",
    "throw new RangeError('Array buffer allocation failed')",
    "throw new Error('vips: out of memory')",
    "throw new Error('timeout: 12% complete')",
    "setImmediate(() => { throw new Error('unhandled') }); await new Promise(() => {})",
  ])('says nothing of a picture when it is not the picture that fails: %s', async (code) => {
    expect(await toldNothing(render(code))).toBe(true)
    expect(widthOf(await render())).toBe(40)
    // After another picture, a new process is tried before that.
    expect(await toldNothing(render(code))).toBe(true)
  })

  it('fails a picture that takes more processor time than it may', async () => {
    const burns =
      'for (;;) await new Promise((done) => { setImmediate(done); for (let n = 0; n < 1e6; n++); })'
    expect(await render(burns, 40, 100)).toEqual(FAILED)
  })

  it.skipIf(process.platform !== 'linux')(
    'says nothing of a picture whose process was stopped, or waited, for too long',
    async () => {
      for (const code of [
        "process.kill(process.pid, 'SIGSTOP')",
        'await new Promise((done) => setTimeout(done, 1e9))',
      ]) {
        expect(await toldNothing(render(code, 40, 100))).toBe(true)
      }
      expect(widthOf(await render())).toBe(40)
    },
    60_000,
  )

  it.skipIf(process.platform !== 'linux')(
    'makes a picture although app and process were both stopped for longer than it may take',
    async () => {
      const time = 100
      const making = render("process.kill(process.pid, 'SIGSTOP')", 40, time)
      const child = await vi.waitFor(async () => {
        const [child] = await childProcesses()
        expect(readFileSync(`/proc/${child}/stat`, 'latin1')).toMatch(/\) T /)
        return Number(child)
      }, 300_000)
      // Nothing runs here meanwhile, as when this process is stopped too.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WALL_TIME_FACTOR * time + 1500)
      process.kill(child, 'SIGCONT')
      expect(widthOf(await making)).toBe(40)
    },
    60_000,
  )

  it.each([
    [
      'a variant that was not asked for',
      "({ made }) => ({ made: [{ ...made[0], name: 'other' }] })",
    ],
    ['a variant twice', '({ made }) => ({ made: [made[0], { ...made[0], size: 0 }] })'],
    ['a variant that failed too', "() => ({ failed: ['thumbnail'] })"],
    [
      'a type that is not of the plan',
      "({ made }) => ({ made: [{ ...made[0], mimeType: 'text/html' }] })",
    ],
    ['bytes of another type', "({ made }) => ({ made: [{ ...made[0], mimeType: 'image/webp' }] })"],
    ['more pixels than the plan has', '({ made }) => ({ made: [{ ...made[0], width: 301 }] })'],
    ['a size that is not of its bytes', '({ made }) => ({ made: [{ ...made[0], size: -1 }] })'],
    [
      'a name that is no text',
      '({ made }) => ({ made: [{ ...made[0], name: { toString: 1, valueOf: 1 } }] })',
    ],
    [
      'a size that is no number',
      '({ made }) => ({ made: [{ ...made[0], size: { toString: 1, valueOf: 1 } }] })',
    ],
    ['memory that is no number', '() => ({ memory: { toString: 1, valueOf: 1 } })'],
    ['no list', '() => ({ made: 1 })'],
    ['a list of nothing', '() => ({ made: [null] })'],
  ])('does not believe %s', async (_, header) => {
    expect(await render(forges(header))).toEqual(FAILED)
    expect(widthOf(await render())).toBe(40)
  })

  it('leaves no timer behind when the bytes of a picture come after the caller has left', async () => {
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    let arrive = () => {}
    const isThere = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const stuck = {
      size: 2,
      async *chunks() {
        asked()
        await isThere
        yield Buffer.alloc(1)
      },
    }
    const leaving = new AbortController()
    const making = pool.render(stuck, job, leaving.signal)
    making.catch(() => {})
    await isAsked
    leaving.abort()
    expect(await toldNothing(making)).toBe(true)
    const timers = countTimers()
    arrive()
    await new Promise(setImmediate)
    expect(countTimers()).toBe(timers)
  })

  it('waits for no answer that is larger than the plan can need', async () => {
    const announces = (size: number) =>
      `const { writeUIntLE } = Buffer.prototype
      Buffer.prototype.writeUIntLE = function (value, at, bytes) {
        return writeUIntLE.call(this, value > 0 ? ${size} : 0, at, bytes)
      }`
    expect(await render(announces(900 * MiB))).toEqual(FAILED)
    const most = largestAnswer(job)
    expect(most).toBeLessThan(MiB)
    expect(await render(announces(most + 1))).toEqual(FAILED)
  })

  it.skipIf(process.platform !== 'linux')('replaces a process that keeps much memory', async () => {
    pool.close()
    const setup = {
      requireFrom: path.join(directory, 'index.js'),
      heifCode: '',
      memory: 1024 * MiB,
    }
    pool = createProcessPool({ setup, jobsPerProcess: 100 })
    expect(widthOf(await render(hoards(300)))).toBe(40)
    await vi.waitFor(async () => expect(await childProcesses()).toEqual([]), 300_000)
  })

  it.skipIf(process.platform !== 'linux')(
    'replaces a process after its number of jobs',
    async () => {
      pool.close()
      const setup = { requireFrom: path.join(directory, 'index.js'), heifCode: '', memory: MEMORY }
      pool = createProcessPool({ setup, jobsPerProcess: 2 })
      for (const count of [1, 0, 1, 0]) {
        await render()
        await vi.waitFor(async () => expect(await childProcesses()).toHaveLength(count), 300_000)
      }
    },
  )

  it.skipIf(process.platform !== 'linux')('ends the work when its caller leaves', async () => {
    const abort = new AbortController()
    const endless = await pictureThatRuns(
      `${notesItsProcess()}; await new Promise((done) => setTimeout(done, 1e9))`,
    )
    const making = pool.render(endless, job, abort.signal).catch(() => null)
    await vi.waitFor(async () => expect(await processes()).toHaveLength(1), 300_000)
    abort.abort('gone')
    await vi.waitFor(async () => expect(await childProcesses()).toEqual([]), 300_000)
    await making
    expect(widthOf(await render())).toBe(40)
  })

  it('says when it is prepared that sharp is missing, or does not load, and why', async () => {
    const broken = path.join(directory, 'broken')
    const folder = path.join(broken, 'node_modules', 'sharp')
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, 'index.js'), "throw new Error('no binary for this platform')")
    vi.stubEnv('NODE_PATH', '')
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    for (const [from, reason] of [
      [path.join(tmpdir(), 'nowhere', 'index.js'), /Cannot find module/],
      [path.join(broken, 'index.js'), /no binary for this platform/],
    ] as const) {
      const lacking = createProcessPool({
        setup: { requireFrom: from, heifCode: '', memory: MEMORY },
        jobsPerProcess: 1,
      })
      await expect(lacking.prepare()).rejects.toMatchObject({
        code: 'variants_unavailable',
        message: expect.stringContaining('npm install'),
        cause: expect.stringMatching(reason),
      })
      lacking.close()
    }
    const inProcess = createInProcessRenderer({
      requireFrom: path.join(broken, 'index.js'),
      heifCode: '',
    })
    await expect(inProcess.prepare()).rejects.toMatchObject({ code: 'variants_unavailable' })
    await pool.prepare()
    expect(widthOf(await render())).toBe(40)
  })
})
