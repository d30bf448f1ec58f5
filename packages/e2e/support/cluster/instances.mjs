import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../tooling/ports.mjs'

const SCRIPT = fileURLToPath(new URL('instance.mjs', import.meta.url))
const PATIENCE = 60_000

/** Keeps so many instances running, each on a port of its own, as an init system would: what ends is started again. */
export async function startInstances(places, count) {
  const errors = new Map()
  const strange = []
  const counts = { kills: 0, starts: 0, failedStarts: 0 }
  const instances = []
  for (let number = 0; number < count; number += 1) {
    instances.push(superviseOne(`instance-${number}`, await freePort()))
  }
  await ready()

  function superviseOne(name, port) {
    const instance = { name, origin: `http://127.0.0.1:${port}`, child: null, up: false }
    let wanted = true
    let killed = false
    const running = (async () => {
      while (wanted) {
        killed = false
        const child = fork(SCRIPT, [JSON.stringify(places), name, String(port)], {
          execArgv: ['--disable-warning=NodeVersionSupportWarning'],
          stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
        })
        instance.child = child
        let complaint = ''
        child.stderr.on('data', (text) => {
          complaint += text
        })
        let wasUp = false
        child.on('message', (message) => {
          if (message === 'ready') {
            instance.up = true
            wasUp = true
            counts.starts += 1
          } else note(message)
        })
        const [code, signal] = await once(child, 'exit')
        instance.up = false
        if (!wasUp && wanted && !killed) counts.failedStarts += 1
        else if (!killed && wanted)
          strange.push(`${name} ended unasked: ${code ?? signal}, ${complaint}`)
        else if (!wanted && code !== 0)
          strange.push(`${name} did not end cleanly: ${code ?? signal}, ${complaint}`)
        if (wanted) await sleep(200)
      }
    })()
    return {
      ...instance,
      get up() {
        return instance.up
      },
      kill() {
        killed = true
        counts.kills += 1
        instance.child.kill('SIGKILL')
      },
      async close() {
        wanted = false
        if (instance.child.connected) instance.child.send('close')
        await running
      },
    }
  }

  function note({ where, code, error }) {
    const kind = `${where} ${code}`
    const known = errors.get(kind) ?? { count: 0, example: error }
    errors.set(kind, { ...known, count: known.count + 1 })
  }

  async function ready() {
    for (const until = Date.now() + PATIENCE; !instances.every(({ up }) => up); await sleep(20)) {
      if (Date.now() > until) throw new Error(`Not all instances started: ${[...errors.keys()]}`)
    }
  }

  return {
    instances,
    counts,
    /** Of each kind of error that the instances reported: how many, and one of them. */
    errors,
    /** What no instance may do. */
    strange,
    ready,
    async close() {
      await Promise.all(instances.map((instance) => instance.close()))
    },
  }
}
