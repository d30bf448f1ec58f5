import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { startTarget } from './process.mjs'

/**
 * Runs a workload. Its targets take turns, so that other work on the machine affects them alike. They are restarted
 * several times, because the same program is up to a tenth faster in one process than in another. The first `warmUp`
 * rounds (default 1) of each start do not count: V8 is still compiling code.
 *
 * `collects` forces a garbage collection before each round. Use it only to measure growth: V8 then drops the compiled
 * code of functions without references, and an idle server would compile most of an upload again. Resolves to the
 * samples of each target, one a round.
 */
export async function runRounds(workload, { directory, starts, ...run }) {
  const samples = {}
  for (let start = 0; start < starts; start += 1) {
    const own = path.join(directory, String(start))
    await mkdir(own)
    for (const [name, more] of Object.entries(
      await runStart(workload, { ...run, directory: own }),
    )) {
      samples[name] = [...(samples[name] ?? []), ...more]
    }
  }
  return samples
}

async function runStart(workload, { directory, load, rounds, scale, only }) {
  const shared = await workload.setUp?.(directory, scale)
  const targets = await started(workload, { directory, only, settings: shared?.settings })
  const samples = Object.fromEntries(Object.keys(targets).map((name) => [name, []]))
  try {
    for (const [name, target] of Object.entries(targets)) {
      const own = path.join(directory, name)
      target.load = await workload.prepare(target, { directory: own, scale, shared })
    }
    const { warmUp = 1 } = workload
    for (let round = 0; round < warmUp + rounds; round += 1) {
      for (const [name, target] of inTurn(Object.entries(targets), round)) {
        const sample = await sampleOf(workload, target, load, scale)
        if (round >= warmUp) samples[name].push(sample)
      }
    }
  } finally {
    for (const target of Object.values(targets)) await target.stop()
  }
  return samples
}

async function started(workload, { directory, only, settings = {} }) {
  const targets = {}
  for (const [name, { target, isThere, ...options }] of Object.entries(workload.targets)) {
    if (only !== undefined && !only.includes(name)) continue
    if (isThere !== undefined && !isThere()) {
      console.log(`  ${name}: left out, it is not installed here`)
      continue
    }
    const { share = 1, ...start } = options
    const own = { ...start, settings: { ...start.settings, ...settings[name] } }
    targets[name] = { share, ...(await startTarget(target, path.join(directory, name), own)) }
  }
  return targets
}

async function sampleOf(workload, target, load, scale) {
  const each = (await workload.before?.(target)) ?? target.load
  const amount = Math.max(1, Math.round(each.amount * target.share * (each.fixed ? 1 : scale)))
  const before = await target.call('reset', { collect: workload.collects ?? false })
  const { beside, ...main } = each
  const { port } = target
  const own = { port, ...main, amount }
  const { seconds, bytes, p50, p99, rate } = beside
    ? await load.runBeside(own, { port, ...beside })
    : await load.run(own)
  if (rate < 0.9 * beside?.rate) console.log(`  only ${Math.round(rate)} a second beside it`)
  const after = await target.call('usage')
  await workload.after?.(target)
  const units = amount * (workload.perRequest ?? 1)
  return {
    rate: workload.bytes
      ? (bytes + (each.sent ?? 0) * amount) / seconds / 1024 ** 2
      : units / seconds,
    seconds,
    p50,
    p99,
    cpu: (after.cpu - before.cpu) / units,
    peak: after.peak,
    growth: after.peak - before.resident,
  }
}

/** Each round begins with another target. */
function inTurn(entries, round) {
  const first = round % entries.length
  return [...entries.slice(first), ...entries.slice(0, first)]
}
