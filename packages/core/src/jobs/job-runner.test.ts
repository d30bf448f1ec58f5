import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { StowageError } from '../errors/stowage-error.ts'
import { createMemoryMetadata } from '../memory.ts'
import type { Job, NewJob } from './job.ts'
import { PROCESS_ENDED } from './job-changes.ts'
import { createJobRunner, type JobRunnerOptions, type RunJob } from './job-runner.ts'

const ALWAYS = { concurrency: 4, timeoutMs: null }

/** A runner on records in memory, whose calls are counted. */
function fixture(
  options: Partial<
    Pick<JobRunnerOptions, 'lease' | 'closeTimeout' | 'concurrency' | 'random'>
  > = {},
) {
  let micros = Date.now() * 1000
  const metadata = createMemoryMetadata({ clock: () => micros++ })
  const calls: string[] = []
  const counted = new Proxy(metadata.jobs, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...given: unknown[]) => unknown
      return (...given: unknown[]) => {
        calls.push(String(name))
        return method.apply(target, given)
      }
    },
  })
  const dead: [Job, unknown][] = []
  const errors: unknown[] = []
  const runner = createJobRunner({
    jobs: counted,
    work: true,
    concurrency: 16,
    closeTimeout: 1000,
    random: () => 0.5,
    onDead: (job, error) => dead.push([job, error]),
    onError: (error) => errors.push(error),
    ...options,
  })
  onTestFinished(() => runner.close())
  const enqueue = async (...jobs: Partial<NewJob>[]) => {
    const ids = await metadata.jobs.enqueue({ tenant: 'acme', jobs: jobs.map(newJob) })
    runner.wake()
    return ids
  }
  const passMs = (millis: number) => {
    micros += millis * 1000
  }
  return { jobs: metadata.jobs, runner, enqueue, calls, dead, errors, passMs }
}

function newJob(given: Partial<NewJob>): NewJob {
  return { kind: 'work', key: null, payload: 1, priority: 0, delay: 0, maxAttempts: 10, ...given }
}

/** A handler whose jobs end when the test says so. */
function held() {
  const begun: { job: Job; signal: AbortSignal; end: () => void; fail: (e: unknown) => void }[] = []
  const run: RunJob = (job, signal) =>
    new Promise<void>((end, fail) => {
      begun.push({ job, signal, end, fail })
    })
  return { begun, run }
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await nextTurn()
}

it('does nothing, not even look, while no kind is defined', async () => {
  const { runner, enqueue, calls } = fixture()
  await enqueue({})
  runner.wake()
  await nextTurn()
  expect(calls).toEqual([])
})

it('runs what waits at the definition and what is enqueued later, and leaves other kinds alone', async () => {
  const { jobs, runner, enqueue } = fixture()
  const done: unknown[] = []
  const [, other] = await enqueue({ payload: 1 }, { kind: 'other' })
  runner.define('work', async ({ payload }) => void done.push(payload), ALWAYS)
  await until(() => done.length === 1)
  await enqueue({ payload: 2 })
  await until(() => done.length === 2)
  const left = async () => (await jobs.list({ after: null, limit: 10 })).jobs
  await until(async () => (await left()).length === 1)
  expect(done).toEqual([1, 2])
  expect(await left()).toMatchObject([{ id: other, state: 'waiting', attempt: 0 }])
})

it('runs no more at a time than the kind and the process allow, and refills as they end', async () => {
  const { jobs, runner, enqueue } = fixture({ concurrency: 3 })
  const { begun, run } = held()
  await enqueue(...Array.from({ length: 8 }, () => ({})), { kind: 'second' }, { kind: 'second' })
  runner.define('work', run, { concurrency: 2, timeoutMs: null })
  await until(() => begun.length === 2)
  runner.define('second', run, ALWAYS)
  await until(() => begun.length === 3)
  await nextTurn()
  expect(begun.map(({ job }) => job.kind)).toEqual(['work', 'work', 'second'])
  for (let ended = 0; ended < 10; ended += 1) {
    await until(() => begun.length > ended)
    begun[ended]?.end()
  }
  await until(async () => (await jobs.list({ after: null, limit: 10 })).jobs.length === 0)
  expect(begun).toHaveLength(10)
})

it('asks nothing more while it waits for a job that is due later, and runs it then', async () => {
  const { runner, enqueue, calls, passMs } = fixture()
  const { begun, run } = held()
  runner.define('work', run, ALWAYS)
  await until(() => calls.includes('nextDue'))
  await enqueue({ delay: 60_000 })
  await until(() => calls.filter((name) => name === 'nextDue').length === 2)
  const before = calls.length
  await nextTurn()
  expect(calls).toHaveLength(before)
  passMs(60_000)
  runner.wake()
  await until(() => begun.length === 1)
  expect(begun[0]?.job).toMatchObject({ attempt: 1, tenant: 'acme', kind: 'work' })
  begun[0]?.end()
})

it('tries again later, each time at most twice as late, and tells of the job that dies', async () => {
  const { jobs, runner, enqueue, dead, errors, passMs } = fixture()
  const { begun, run } = held()
  runner.define('work', run, ALWAYS)
  const [id = ''] = await enqueue({ maxAttempts: 3 })
  const waits: number[] = []
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await until(() => begun.length === attempt)
    begun[attempt - 1]?.fail(new Error(`attempt ${attempt}`))
    await until(async () => (await jobs.get({ id }))?.state !== 'running')
    const job = await jobs.get({ id })
    if (job?.state === 'waiting') {
      const due = await jobs.nextDue({ kinds: ['work'] })
      waits.push(Math.round(Number(due) / 10) * 10)
      passMs(10_000)
      runner.wake()
    }
  }
  expect(waits).toEqual([2500, 5000])
  const last = { id, state: 'dead', attempt: 3, error: 'attempt 3', leaseUntil: null }
  expect(await jobs.get({ id })).toMatchObject(last)
  expect(dead).toEqual([[expect.objectContaining(last), new Error('attempt 3')]])
  expect(dead[0]?.[0]).not.toHaveProperty('fence')
  expect(errors).toEqual([])
})

it('does not try again what its handler refuses', async () => {
  const { jobs, runner, enqueue, dead } = fixture()
  runner.define(
    'work',
    async () => {
      throw new StowageError('job_refused', 'The address does not exist.')
    },
    ALWAYS,
  )
  const [id = ''] = await enqueue({})
  await until(() => dead.length === 1)
  const error = 'The address does not exist.'
  expect(await jobs.get({ id })).toMatchObject({ state: 'dead', attempt: 1, error })
})

it('renews its leases while a job runs, and stops a job that it no longer holds', async () => {
  const { jobs, runner, enqueue, calls } = fixture({ lease: 60 })
  const { begun, run } = held()
  runner.define('work', run, ALWAYS)
  const [id = ''] = await enqueue({})
  await until(() => begun.length === 1)
  await until(() => calls.filter((name) => name === 'renew').length === 2)
  expect(begun[0]?.signal.aborted).toBe(false)
  await jobs.discard({ ids: [id] })
  await until(() => begun[0]?.signal.aborted === true)
  expect(begun[0]?.signal.reason).toMatchObject({ code: 'unavailable' })
  begun[0]?.end()
  await nextTurn()
  expect(calls).not.toContain('complete')
})

it('aborts the signal of a job that takes too long, and counts its failure', async () => {
  const { jobs, runner, enqueue } = fixture()
  runner.define(
    'work',
    (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
    { concurrency: 1, timeoutMs: 5 },
  )
  const [id = ''] = await enqueue({})
  await until(async () => (await jobs.get({ id }))?.error != null)
  const error = 'The job takes longer than timeoutMs of its kind allows.'
  expect(await jobs.get({ id })).toMatchObject({ attempt: 1, state: 'waiting', error })
})

it('close waits for what runs, and begins nothing', async () => {
  const { jobs, runner, enqueue } = fixture()
  const { begun, run } = held()
  runner.define('work', run, { concurrency: 1, timeoutMs: null })
  await enqueue({}, {})
  await until(() => begun.length === 1)
  const closed = runner.close()
  await nextTurn()
  begun[0]?.end()
  await closed
  expect(begun[0]?.signal.aborted).toBe(false)
  expect(begun).toHaveLength(1)
  const { jobs: left } = await jobs.list({ after: null, limit: 10 })
  expect(left).toMatchObject([{ state: 'waiting', attempt: 0 }])
})

it.each(['heeds', 'ignores'])('close gives back a job that %s its signal', async (how) => {
  const { jobs, runner, enqueue, dead } = fixture({ closeTimeout: 5 })
  const { begun, run } = held()
  runner.define('work', run, ALWAYS)
  const [id = ''] = await enqueue({ maxAttempts: 1 })
  await until(() => begun.length === 1)
  const { signal, fail } = begun[0] as (typeof begun)[number]
  if (how === 'heeds') signal.addEventListener('abort', () => fail(signal.reason))
  await runner.close()
  expect(signal.reason).toMatchObject({ code: 'closed' })
  expect(await jobs.get({ id })).toMatchObject({ state: 'waiting', attempt: 0, error: null })
  expect(dead).toEqual([])
})

it('runs a job once more that is enqueued while it runs', async () => {
  const { jobs, runner, enqueue } = fixture()
  const { begun, run } = held()
  runner.define('work', run, ALWAYS)
  const first = await enqueue({ key: 'one' })
  await until(() => begun.length === 1)
  expect(await enqueue({ key: 'one' })).toEqual(first)
  await nextTurn()
  expect(begun).toHaveLength(1)
  begun[0]?.end()
  await until(() => begun.length === 2)
  begun[1]?.end()
  await until(async () => (await jobs.list({ after: null, limit: 10 })).jobs.length === 0)
})

it('tells once that the database is away, and goes on when it is back', async () => {
  const { jobs, runner, enqueue, errors } = fixture()
  const { nextDue } = jobs
  let asked = 0
  let isAway = true
  Object.assign(jobs, {
    claim: new Proxy(jobs.claim, {
      apply(target, self, given: Parameters<typeof jobs.claim>) {
        asked += 1
        if (isAway) throw new StowageError('unavailable', 'The database is away.')
        return Reflect.apply(target, self, given)
      },
    }),
    nextDue,
  })
  const done: unknown[] = []
  runner.define('work', async ({ payload }) => void done.push(payload), ALWAYS)
  await enqueue({})
  await until(() => asked === 2)
  isAway = false
  runner.wake()
  await until(() => done.length === 1)
  expect(errors).toMatchObject([{ code: 'unavailable' }])
})

it.each([
  ['whose message throws', Object.defineProperty({}, 'message', { get: hostile })],
  ['that throws when shown', { [Symbol.for('nodejs.util.inspect.custom')]: hostile }],
  ['that throws when looked into', new Proxy({}, { has: hostile, get: hostile })],
])('records the failure of a handler that throws a value %s', async (_, value) => {
  const { jobs, runner, enqueue, dead, errors } = fixture()
  runner.define('work', () => Promise.reject(value), ALWAYS)
  const [id = ''] = await enqueue({ maxAttempts: 1 })
  await until(() => dead.length === 1)
  expect(await jobs.get({ id })).toMatchObject({ state: 'dead', error: expect.stringMatching(/./) })
  expect(errors).toEqual([])
})

function hostile(): never {
  throw new Error('Do not look.')
}

it('tells of an end that it cannot record, and goes on', async () => {
  const failure = new Error('No number.')
  let isFirst = true
  const { runner, enqueue, errors } = fixture({
    random: () => {
      if (!isFirst) return 0
      isFirst = false
      throw failure
    },
  })
  const { begun, run } = held()
  runner.define('work', run, { concurrency: 1, timeoutMs: null })
  await enqueue({}, {})
  await until(() => begun.length === 1)
  begun[0]?.fail(new Error('It failed.'))
  await until(() => begun.length === 2)
  expect(errors).toEqual([failure])
  begun[1]?.end()
})

it('keeps a job that is busy when its lease is renewed, and records its end once it is not', async () => {
  const { jobs, runner, enqueue, calls } = fixture({ lease: 300 })
  let busy: readonly string[] = []
  for (const name of ['renew', 'complete'] as const) {
    const real = jobs[name].bind(jobs) as typeof jobs.renew
    const skipping: typeof real = async (request) => {
      const free = request.jobs.filter(({ id }) => !busy.includes(id))
      return { ...(await real({ ...request, jobs: free })), busy }
    }
    Object.assign(jobs, { [name]: skipping })
  }
  const { begun, run } = held()
  runner.define('work', run, ALWAYS)
  const [first = '', second = ''] = await enqueue({}, {})
  await until(() => begun.length === 2)
  busy = [first]
  await until(() => calls.includes('renew'))
  expect(begun.map(({ signal }) => signal.aborted)).toEqual([false, false])
  for (const { end } of begun) end()
  await until(async () => (await jobs.get({ id: second })) === null)
  expect((await jobs.get({ id: first }))?.state).toBe('running')
  busy = []
  await until(async () => (await jobs.get({ id: first })) === null)
})

it('tells of a job whose process ended in its last attempt, once', async () => {
  const { jobs, runner, enqueue, passMs, dead } = fixture()
  const [id] = await enqueue({ maxAttempts: 1 })
  await jobs.claim({ kinds: [{ kind: 'work', limit: 1 }], limit: 1, lease: 1000 })
  passMs(2000)
  const done: unknown[] = []
  runner.define('work', async ({ payload }) => void done.push(payload), ALWAYS)
  await until(() => dead.length > 0)
  await enqueue({ payload: 2 })
  await until(() => done.length > 0)
  expect(done).toEqual([2])
  expect(dead).toMatchObject([
    [{ id, state: 'dead', attempt: 1, leaseUntil: null }, { message: PROCESS_ENDED }],
  ])
})
