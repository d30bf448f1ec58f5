import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { instant } from '../load/jobs.mjs'

const WORKER = fileURLToPath(new URL('worker.mjs', import.meta.url))
/** Verbs that change the store. Reads are logged and checked too, but their acknowledgement promises nothing. */
const WRITES = new Set([
  'upload',
  'uploadOnce',
  'replaceContent',
  'restoreVersion',
  'trash',
  'restore',
  'purge',
  'update',
  'variant',
  'createKey',
  'revokeKey',
  'createFolder',
  'updateFolder',
  'deleteFolder',
  'moveAssets',
  'markMatching',
  'trashMatching',
  'restoreMatching',
  'attach',
  'detach',
  'detachAll',
  'keep',
  'enqueue',
])

/** A worker, with a process group of its own so that what it leaves running can be found. */
export function startWorker(options) {
  const child = spawn(process.execPath, [WORKER, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const lines = []
  const verbs = new Map()
  const stages = new Map()
  let writes = 0
  let wanted = { writes: Number.POSITIVE_INFINITY, reached: () => {} }
  const closed = once(child, 'close')

  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = parsed(text)
    // Cut off by the kill: it was never said.
    if (line === null) return
    lines.push(line)
    if (line.stage !== undefined) stages.get(line.stage)?.()
    if (line.n !== undefined) verbs.set(line.n, line.verb)
    if (line.done !== undefined && WRITES.has(verbs.get(line.done))) writes += 1
    if (writes >= wanted.writes) wanted.reached()
  })

  const orEnd = (promise) => Promise.race([promise, closed])
  return {
    /** Waits until the worker says that it is there; or has ended. */
    reaches(stage) {
      if (lines.some((line) => line.stage === stage)) return Promise.resolve()
      return orEnd(new Promise((resolve) => stages.set(stage, resolve)))
    },
    /** Waits until that many writes were acknowledged; or it has ended. */
    hasWritten(count) {
      return orEnd(
        new Promise((resolve) => {
          wanted = { writes: count, reached: resolve }
          if (writes >= count) resolve()
        }),
      )
    },
    /** Kills it and resolves to everything that it had said, until when it ran for sure, and what had gone wrong. */
    async kill() {
      const problems = []
      const killedAt = instant()
      child.kill('SIGKILL')
      await closed
      if (child.signalCode !== 'SIGKILL') {
        problems.push(`the worker ended before it was killed: ${child.exitCode}`)
      }
      const orphans = await processesLeft(child.pid)
      if (orphans.length > 0) problems.push(`processes outlive the worker: ${orphans}`)
      return { lines, killedAt, writes, problems }
    },
  }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Those of a process group that are still there after 10 seconds. */
async function processesLeft(group) {
  let left = membersOf(group)
  for (const until = Date.now() + 10_000; left.length > 0 && Date.now() < until; ) {
    await sleep(20)
    left = membersOf(group)
  }
  return left
}

function membersOf(group) {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      const [state, , processGroup] = readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ')
      return Number(processGroup) === group && state !== 'Z'
    } catch {
      return false
    }
  })
}
