import { EventEmitter } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openAssetStore, StowageError } from '@stowage/core'
import { sharpVariants } from '@stowage/sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPlaces, type Places } from '../../testing/places.fixture.ts'
import { objectsOf, runCli } from '../../testing/run-cli.fixture.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let places: Places

beforeEach(async () => {
  places = await openPlaces()
})
afterEach(() => places.close())

/** A job that has failed for good. */
async function deadJob(kind: string, options = {}): Promise<string> {
  const { store } = places
  const died = new Promise<void>((resolve) => {
    const end = store.jobs.define(kind, () => {
      end()
      throw new StowageError('job_refused', 'The mailbox\u001b[2J is full.')
    })
    store.on('job.dead', () => resolve())
  })
  const id = await store.jobs.enqueue(kind, null, options)
  await died
  return id
}

describe.each(['local', 'server'] as const)('jobs on a %s', (kind) => {
  const run = (args: string[], options = {}) => runCli(['jobs', ...args, ...places[kind]], options)

  it('lists them by kind and state', async () => {
    const waiting = await places.store.jobs.enqueue('report', null)
    const dead = await deadJob('mail')
    const { stdout, exitCode } = await run(['ls'])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^KIND +STATE +ATTEMPT +CREATED +(ERROR +)?ID *\n/)
    expect(stdout).toMatch(new RegExp(`\nreport +waiting +0 of 10 +just now +${waiting}`))
    expect(stdout).toMatch(new RegExp(`\nmail +dead +1 of 10 +just now .*${dead}`))
    expect(stdout.includes('The mailbox\\x1b[2J is full.')).toBe(kind === 'local')
    expect((await run(['ls', '--state', 'dead', '-q'])).stdout).toBe(`${dead}\n`)
    expect((await run(['ls', '--kind', 'report', '-q'])).stdout).toBe(`${waiting}\n`)
    expect((await run(['ls', '--limit', '1', '-q'])).stdout).toBe(`${waiting}\n`)
    const [first] = objectsOf((await run(['ls', '--json', '--state', 'dead'])).stdout)
    expect(first).toMatchObject({ id: dead, kind: 'mail', attempt: 1, max_attempts: 10, key: null })
    expect(await run(['ls', '--kind', 'none'])).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('A job that is done is gone.'),
    })
  })

  it('lists more than one page', async () => {
    const ids: string[] = []
    for (let count = 0; count < 205; count += 1)
      ids.push(await places.store.jobs.enqueue('report', null))
    expect((await run(['ls', '-q'])).stdout).toBe(`${ids.join('\n')}\n`)
    const { stderr } = await run(['ls'])
    expect(stderr).toContain('The oldest 100. --all shows every one.')
  })

  it('retries dead ones, also by ids on stdin, and names those that it cannot', async () => {
    const [dead, other] = [await deadJob('mail'), await deadJob('report', { key: 'one' })]
    await places.store.jobs.enqueue('report', null, { key: 'one' })
    const unknown = '018f0000-0000-7000-8000-000000000000'
    const tried = await run(['retry', '-'], { stdin: `${dead}\n${unknown}\n${other}\n` })
    expect(tried).toMatchObject({ exitCode: 1, stdout: `✔ ${dead} waits again.\n` })
    expect(tried.stderr).toContain(`${unknown}: There is no such job.`)
    expect(tried.stderr).toContain(`${other}: Another job of the same key waits or runs`)
    expect(await places.store.jobs.get(dead)).toMatchObject({ state: 'waiting', attempt: 0 })
  })

  it('discards after a question', async () => {
    const id = await places.store.jobs.enqueue('report', null)
    expect(await run(['discard', id])).toMatchObject({ exitCode: 2 })
    const gone = await run(['discard', id, '--yes'])
    expect(gone).toMatchObject({ exitCode: 0, stdout: `✔ ${id} is discarded.\n` })
    expect((await run(['discard', id, '--yes'])).exitCode).toBe(1)
    expect((await places.store.jobs.list()).jobs).toEqual([])
  })

  it.each([
    [['ls', '--state', 'done'], 'no state "done". There are waiting, running, dead.'],
    [['ls', '--kind', 'No Kind'], 'kind'],
  ])('refuses %j', async (args, words) => {
    const { exitCode, stdout, stderr } = await run(args)
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toContain(words)
  })
})

describe('work', () => {
  /** Works until `use` is through. */
  async function working(source: string | null, use: () => Promise<void>) {
    const file = path.join(places.directory, 'kinds.mjs')
    if (source !== null) await writeFile(file, source)
    const args = source === null ? [] : ['--define', file]
    const signals = new EventEmitter()
    let said = ''
    const ended = runCli(['work', '--json', ...args, ...places.local], {
      signals,
      onStdout: (text) => {
        said += text
      },
    })
    while (!said.includes('\n')) {
      const result = await Promise.race([ended, pause(20)])
      if (result !== undefined) throw new Error(result.stderr)
    }
    await use().finally(() => signals.emit('SIGINT'))
    return ended
  }

  it('runs the kinds of a module, and waits for what runs when it is told to end', async () => {
    const { store } = places
    const { id } = await store.upload(Buffer.from('hello'), { name: 'a.txt' })
    const title = async () => (await store.get(id)).title
    const source = `export default (store) => {
      store.jobs.define('title', async ({ payload, store }) => {
        await store.update(payload.id, { title: 'begun' })
        await new Promise((resolve) => setTimeout(resolve, 300))
        await store.update(payload.id, { title: 'done' })
      })
    }`
    const job = await store.jobs.enqueue('title', { id })
    const ended = await working(source, async () => {
      while ((await title()) !== 'begun') await pause(10)
    })
    expect(ended).toMatchObject({ exitCode: 0, stdout: '{"works":true}\n' })
    expect(await title()).toBe('done')
    await expect(store.jobs.get(job)).rejects.toMatchObject({ code: 'job_not_found' })
  })

  it('does without a module the jobs of the store itself', async () => {
    const directory = path.join(places.directory, 'media')
    const variants = { processor: sharpVariants(), when: 'background' } as const
    const web = await openAssetStore({ directory, variants, jobs: { work: false } })
    await web.upload(PNG, { name: 'dot.png' })
    await web.close()
    const { store } = places
    expect((await store.jobs.list()).jobs).toMatchObject([{ kind: 'stowage.variants' }])
    const ended = await working(null, async () => {
      while ((await store.jobs.list()).jobs.length > 0) await pause(10)
    })
    expect(ended).toMatchObject({ exitCode: 0, stdout: '{"works":true}\n' })
  })

  it('verifies the whole store when "verify --background" asked for it', async () => {
    const { store } = places
    await store.upload(Buffer.from('hello'), { name: 'a.txt' })
    const asked = await runCli(['verify', '--background', '--json', ...places.local])
    const [{ job_id: id }] = objectsOf(asked.stdout) as [{ job_id: string }]
    const listed = await runCli(['jobs', 'ls', '--json', ...places.local])
    expect(objectsOf(listed.stdout)).toMatchObject([{ id, kind: 'stowage.verify' }])
    const ended = await working(null, async () => {
      while ((await store.admin.jobs.list()).jobs.length > 0) await pause(10)
    })
    expect(ended).toMatchObject({ exitCode: 0, stdout: '{"works":true}\n' })
    await runCli(['verify', '--background', ...places.local])
    const [job] = (await store.admin.jobs.list()).jobs
    const discarded = ['jobs', 'discard', '--yes', job?.id ?? '', ...places.local]
    expect((await runCli(discarded)).exitCode).toBe(0)
    expect((await store.admin.jobs.list()).jobs).toEqual([])
    expect((await runCli(['verify', '--background', '--repair', ...places.local])).exitCode).toBe(2)
  })

  it('says which job failed for good', async () => {
    const { store } = places
    const source = `export default ({ jobs }) => {
      jobs.define('mail', () => { throw Object.assign(new Error('It is full.'), { code: 'E' }) })
    }`
    const id = await store.jobs.enqueue('mail', null, { maxAttempts: 1 })
    const { exitCode, stderr } = await working(source, async () => {
      while ((await store.jobs.get(id)).state !== 'dead') await pause(10)
    })
    expect(exitCode).toBe(0)
    expect(stderr).toContain(`The job ${id} of kind mail failed for good after its first attempt.`)
  })

  it.each([
    [['--define', 'not/there.mjs'], 'cannot be loaded'],
    [['--define', 'package.json'], '--define'],
    [['--define', 'x.mjs', '--url', 'http://127.0.0.1:1'], 'needs the store itself'],
    [['--define', 'x.mjs', '--concurrency', '0'], 'concurrency'],
  ])('refuses %j', async (args, words) => {
    const where = args.includes('--url') ? [] : places.local
    const { exitCode, stderr } = await runCli(['work', ...args, ...where])
    expect(exitCode).toBe(2)
    expect(stderr).toContain(words)
  })
})

it('no other command runs jobs', async () => {
  const { store } = places
  const id = await store.jobs.enqueue('title', null)
  await runCli(['usage', ...places.local])
  await runCli(['sweep', ...places.local])
  expect(await store.jobs.get(id)).toMatchObject({ state: 'waiting', attempt: 0 })
})
