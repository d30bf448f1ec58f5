import { createClock, createRandom, createStation } from './discrete-events.mjs'

const ARRIVALS = 5_000_000
/** By how much a mean may differ from the formula. */
const TOLERANCE = 0.03

/**
 * Runs queues whose mean wait is known, and throws when the simulator has a different one. Returns lines that say what
 * was compared.
 */
export function checkSimulator() {
  const cases = [
    { name: 'M/M/1, 80 % busy', servers: 1, load: 0.8, expected: erlangWait(1, 0.8) },
    { name: 'M/M/16, 90 % busy', servers: 16, load: 0.9, expected: erlangWait(16, 0.9) },
    // Pollaczek and Khinchine: half the wait of M/M/1.
    { name: 'M/D/1, 80 % busy', servers: 1, load: 0.8, constant: true, expected: 0.8 / 0.2 / 2 },
  ]
  return cases.map(({ name, expected, ...queue }) => {
    const wait = meanWait(queue)
    requireNear(`${name}, mean wait`, wait, expected)
    return `${name}: mean wait ${wait.toFixed(3)} service times, by formula ${expected.toFixed(3)}`
  })
}

/** Processor time in seconds, near what was once measured: what is checked must not depend on the machine here. */
export const NOTED_COSTS = {
  cpuOfUpload: 0.0076,
  cpuOfBatch: (count, tenants) => 0.0018 + 0.000054 * count + 0.00003 * tenants,
  cpuOfReserve: 0.000016,
}

/** Each parameter with a value that makes uploads take far longer. */
const WORSE = {
  cpuOfUpload: 0.1,
  s3: { median: 0.3, p99: 2 },
  roundTrip: 0.1,
  cpuOfBatch: () => 0.1,
  cpuOfReserve: 1,
  flush: 0.1,
  cores: 1,
  idleLimit: 100,
}

/**
 * Throws when the model of the store ignores a parameter. `run` simulates with `NOTED_COSTS`. Returns a line that says
 * that it ignores none.
 */
export function checkParameters(run) {
  const scenario = { rate: 1000, tenants: 50, loss: { at: 6, silent: true } }
  const usual = run(scenario)
  for (const [name, value] of Object.entries(WORSE)) {
    const worse = run(scenario, { [name]: value })
    if (worse.inside > 1.1 * usual.inside) continue
    throw new Error(`${name} makes no difference: ${worse.inside} inside, ${usual.inside} usually.`)
  }
  return `${Object.keys(WORSE).length} parameters of the model: each of them, made worse, has more uploads waiting`
}

/** Mean wait in a queue of exponential times, in service times. */
function erlangWait(servers, load) {
  const offered = servers * load
  let term = 1
  let sum = 0
  for (let n = 0; n < servers; n += 1) {
    sum += term
    term *= offered / (n + 1)
  }
  const last = term / (1 - load)
  return last / (sum + last) / (servers * (1 - load))
}

function meanWait({ servers, load, constant = false }) {
  const clock = createClock()
  const random = createRandom(1)
  const station = createStation(clock, servers)
  let waited = 0
  function arrive(number) {
    const arrived = clock.now()
    const time = constant ? 1 : random.exponential(1)
    station.serve(time, () => {
      waited += clock.now() - arrived - time
    })
    if (number === ARRIVALS) return
    clock.after(random.exponential(1 / (servers * load)), () => arrive(number + 1))
  }
  arrive(1)
  clock.run(Number.MAX_VALUE)
  return waited / ARRIVALS
}

function requireNear(what, actual, expected) {
  if (Math.abs(actual - expected) <= TOLERANCE * expected) return
  throw new Error(`${what}: ${actual}, expected ${expected}. The simulator is wrong.`)
}
