import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Starts a target in its own process, on its own directory. */
export async function startTarget(name, directory, { settings = {}, execArgv = [] } = {}) {
  await mkdir(directory, { recursive: true })
  const script = fileURLToPath(new URL('server.mjs', import.meta.url))
  const child = fork(script, [name, directory, JSON.stringify(settings)], {
    execArgv: ['--expose-gc', ...execArgv],
  })
  const facts = await answerOf(child)
  return {
    ...facts,
    async call(call, ...args) {
      const answer = answerOf(child)
      child.send({ call, args })
      return answer
    },
    stop: () => stopped(child),
  }
}

/** Starts the load generator. */
export function startLoad() {
  const child = fork(fileURLToPath(new URL('load.mjs', import.meta.url)))
  let other
  return {
    async run(load) {
      const answer = answerOf(child, resultOf)
      child.send(load)
      return answer
    },
    /** Runs `load`, and beside it, from another process, one with a `rate`. Adds the rate there really was. */
    async runBeside(load, beside) {
      other ??= startLoad()
      const pace = other.run(beside)
      const [result, { rate }] = await Promise.all([this.run(load).finally(other.end), pace])
      return { ...result, rate }
    },
    /** Ends a load with a `rate`. */
    end: () => child.send('end'),
    async stop() {
      await Promise.all([stopped(child), other?.stop()])
    },
  }
}

function resultOf({ failure, ...value }) {
  return { failure, value }
}

async function stopped(child) {
  if (!child.connected) return
  child.disconnect()
  await once(child, 'exit')
}

function answerOf(child, read = (message) => message) {
  return new Promise((resolve, reject) => {
    const settle = (message) => {
      child.off('message', settle).off('exit', ended)
      const { failure, value } = read(message)
      if (failure === undefined) resolve(value)
      else reject(new Error(failure))
    }
    const ended = (code) => reject(new Error(`The process ended with ${code}.`))
    child.on('message', settle).on('exit', ended)
  })
}
