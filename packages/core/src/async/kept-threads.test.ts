import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { KeptThreads } from './kept-threads.ts'

/** Answers each message with what it is and how many came before it. */
const CODE = `
  const { parentPort } = require('node:worker_threads')
  let count = 0
  parentPort.on('message', (message) => {
    if (message === 'die') process.exit(1)
    parentPort.postMessage(message + ' ' + count++)
  })
`

async function answered(threads: KeptThreads, setup: string) {
  const worker = threads.take(setup)
  const [answer] = await once(worker, 'message')
  return { worker, answer }
}

describe('KeptThreads', () => {
  it('gives the thread that was kept to the next who asks, and one of its own to each who asks at once', async () => {
    const threads = new KeptThreads(CODE, 'test')
    const [first, second] = await Promise.all(['a', 'b'].map((setup) => answered(threads, setup)))
    expect([first?.answer, second?.answer]).toEqual(['a 0', 'b 0'])
    expect(second?.worker).not.toBe(first?.worker)
    threads.giveBack(first?.worker as never)
    const third = await answered(threads, 'c')
    expect([third.worker, third.answer]).toEqual([first?.worker, 'c 1'])
    for (const { worker } of [second, third] as (typeof third)[]) await worker.terminate()
  })

  it('keeps one alone, and none that has died', async () => {
    const threads = new KeptThreads(CODE, 'test')
    const users = await Promise.all(['a', 'b'].map((setup) => answered(threads, setup)))
    const [kept, surplus] = users.map(({ worker }) => worker)
    threads.giveBack(kept as never)
    threads.giveBack(surplus as never)
    await surplus?.terminate()
    const died = new Promise((resolve) => kept?.prependListener('exit', resolve))
    kept?.postMessage('die')
    await died
    const { worker, answer } = await answered(threads, 'c')
    expect(answer).toBe('c 0')
    await worker.terminate()
  })
})
