import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** Starts an app in the folder `cwd` and waits until it answers at `origin`. */
export async function startApp(origin, [command, ...args], { cwd, env }) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const ended = once(child, 'exit')
  while (!(await answers(origin))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The app ended before it answered: ${output}`)
    }
    await pause(100)
  }
  return {
    output: () => output,
    async stop() {
      child.kill()
      await ended
    },
  }
}

/** Any answer is one. */
function answers(origin) {
  return fetch(origin).then(
    (response) => response.arrayBuffer().then(() => true),
    () => false,
  )
}
