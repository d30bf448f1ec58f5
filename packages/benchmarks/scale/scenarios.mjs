import { checkParameters, checkSimulator, NOTED_COSTS } from './checks.mjs'
import { PLANNED, plannedUpload, tableOf } from './report.mjs'
import { simulate } from './store-model.mjs'

/** Values in seconds that are assumed, not measured here; docs/notes/sizing-by-measurement.md names their sources. */
const ASSUMED = {
  s3: { median: 0.03, p99: 0.2 },
  roundTrip: 0.0005,
  flush: 0.001,
  cores: 16,
  idleLimit: 10,
}

/**
 * The tables of the simulation, by their names in docs/notes/sizing-by-measurement.md, and what was checked about it.
 */
export function simulationTables({ verbs, records }) {
  const { fit, cpuOfReserve } = records
  const parameters = {
    ...ASSUMED,
    cpuOfUpload: plannedUpload(verbs).cpu,
    cpuOfBatch: (count, tenants) => fit.commit + fit.record * count + fit.tenant * tenants,
    cpuOfReserve,
  }
  const run = runWith(parameters)
  const lines = [...checkSimulator(), checkParameters(runWith({ ...ASSUMED, ...NOTED_COSTS }))]
  const checks = lines.map((line) => `- ${line}`).join('\n')
  return { checks, sizing: sizing(run), weather: weather(run), losses: losses(run) }
}

/** Runs a scenario with these parameters, some of them changed, on as many instances as they ask for. */
function runWith(parameters) {
  const fleetFor = (rate) => Math.max(2, Math.ceil((rate * parameters.cpuOfUpload) / PLANNED))
  return (scenario, changed = {}) =>
    checked({ instances: fleetFor(scenario.rate), ...scenario }, { ...parameters, ...changed })
}

function sizing(run) {
  const scenarios = [
    { rate: 100 },
    { rate: 1000 },
    { rate: 1000, tenants: 1000 },
    { rate: 5000 },
    { rate: 5000, tenants: 1000 },
    { rate: 10_000 },
    { rate: 10_000, tenants: 1000 },
    { rate: 10_000, tenants: 100_000 },
    { rate: 10_000, tenants: 1000, databases: 4 },
    { rate: 10_000, tenants: 100_000, databases: 4 },
    { rate: 10_000, tenants: 1000, hot: 0.5, databases: 4 },
    { rate: 10_000, tenants: 1000, databases: 16 },
  ]
  const lines = scenarios.map((scenario) => {
    const { rate, tenants = 1, databases = 1, hot = 0 } = scenario
    const result = run(scenario)
    return [
      number(rate),
      result.instances,
      number(tenants) + (hot > 0 ? `, half to one` : ''),
      databases,
      ...timesOf(result),
      result.batch.toFixed(1),
      ms(result.lockWait),
      result.coresBusy.toFixed(1),
    ]
  })
  const head = ['uploads/s', 'instances', 'tenants', 'databases', 'p50', 'p99', 'p99.9']
  return tableOf([...head, 'uploads a commit', 'waits for tenants', 'cores busy, each'], lines)
}

function weather(run) {
  const usual = { rate: 1000, tenants: 1000 }
  const cases = [
    ['as assumed', {}],
    ['S3 with a p99 of 2 s', { s3: { median: 0.03, p99: 2 } }],
    ['S3 with a median of 150 ms', { s3: { median: 0.15, p99: 0.4 } }],
    ['a disk, or a standby, that takes 5 ms', { flush: 0.005 }],
    ['a database 2 ms away', { roundTrip: 0.002 }],
    ['a database of 4 cores', { cores: 4 }],
  ]
  const lines = cases.map(([name, changed]) => {
    const result = run(usual, changed)
    return [name, ...timesOf(result), result.batch.toFixed(1), ms(result.lockWait)]
  })
  return tableOf(['', 'p50', 'p99', 'p99.9', 'uploads a commit', 'waits for tenants'], lines)
}

function losses(run) {
  const rate = 1000
  const cases = [
    ['none', {}, {}],
    ['killed process, 1,000 tenants', { tenants: 1000, loss: { at: 10, silent: false } }, {}],
    ['killed process, 1 tenant', { loss: { at: 10, silent: false } }, {}],
    ['machine gone, 1,000 tenants', { tenants: 1000, loss: { at: 10, silent: true } }, {}],
    ['machine gone, 1 tenant', { loss: { at: 10, silent: true } }, {}],
    ['the same, `statementTimeout` 2 s', { loss: { at: 10, silent: true } }, { idleLimit: 2 }],
  ]
  const lines = cases.map(([name, scenario, changed]) => {
    const result = run({ rate, seconds: 60, ...scenario }, changed)
    const late = `${number(result.late)} of ${number(result.counted)}`
    return [name, ...timesOf(result), ms(result.worst), late]
  })
  return tableOf(['lost', 'p50', 'p99', 'p99.9', 'longest', 'over 2 s'], lines)
}

/** Runs the simulation. Throws when an upload was never answered, or when the numbers contradict Little's law. */
function checked(scenario, parameters) {
  const result = simulate(scenario, parameters)
  const { inside, rateTimesTime, neverAnswered } = result
  if (Math.abs(inside / rateTimesTime - 1) > 1e-6)
    throw new Error(`Little's law: ${inside} inside, ${rateTimesTime} by rate and time.`)
  if (neverAnswered !== 0) throw new Error(`${neverAnswered} uploads were never answered.`)
  return { ...result, instances: scenario.instances }
}

function timesOf({ keepsUp, rate, p50, p99, p999 }) {
  if (!keepsUp) return [`falls behind: ${number(Math.round(rate))}/s`, '', '']
  return [p50, p99, p999].map(ms)
}

const ms = (seconds) => `${(seconds * 1000).toFixed(seconds < 0.01 ? 1 : 0)} ms`
const number = (value) => value.toLocaleString('en-US')
