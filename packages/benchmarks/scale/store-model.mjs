// Simulates uploads from their arrival to their answer: instances with one processor each, an S3 with a latency tail,
// and a group commit for each database. The group commit has the limits of `@stowage/postgres`.
import { createDatabase } from './database-model.mjs'
import { createClock, createQueue, createRandom, createStation } from './discrete-events.mjs'

const LANES = 2
const BATCH = 500
const RESERVED_AT_ONCE = 128
/** Blobs of an upload: the file and its thumbnail, each with a key and a request to S3. */
const BLOBS = 2
/** Connections of an instance to S3. */
const S3_CONNECTIONS = 256
/** Seconds after which a client tries again. */
const RETRY_AFTER = 1

/**
 * Runs `seconds` of uploads, `rate` a second, and measures those that came after `warmUp`. `hot`: the share of uploads
 * that go to the first tenant. `loss`: an instance is lost in the middle of its first commit after the time `at`. When
 * the loss is `silent`, the database learns of it only after its own time limit.
 */
export function simulate(scenario, parameters) {
  const { seed = 1, seconds = 30, warmUp = 5, rate, instances, tenants = 1, hot = 0 } = scenario
  const { databases = 1, loss = null } = scenario
  const { cpuOfUpload, s3, roundTrip, cpuOfBatch, cpuOfReserve, idleLimit } = parameters
  const clock = createClock()
  const random = createRandom(seed)
  const servers = Array.from({ length: databases }, () => createDatabase(clock, parameters))
  const fleet = Array.from({ length: instances }, createInstance)
  const times = []
  const sums = {
    arrived: 0,
    answered: 0,
    inside: 0,
    area: 0,
    spent: 0,
    keys: 0,
  }
  /** Uploads of a lost instance, until their clients try again. */
  const retrying = new Set()
  let changedAt = 0

  function createInstance() {
    return {
      alive: true,
      processor: createStation(clock, 1),
      s3: createStation(clock, S3_CONNECTIONS),
      commits: Array.from({ length: databases }, () => ({ queue: createQueue(), lanes: 0 })),
      uploads: new Set(),
    }
  }

  function change(by) {
    sums.area += sums.inside * (clock.now() - changedAt)
    changedAt = clock.now()
    sums.inside += by
  }

  function arrive() {
    if (clock.now() > seconds) return
    const tenant = random.next() < hot ? 0 : random.below(tenants)
    sums.arrived += 1
    change(1)
    send({ tenant, since: clock.now() })
    clock.after(random.exponential(1 / rate), arrive)
  }

  /** Sends the upload to an instance that the balancer believes to be alive. */
  function send(upload) {
    const alive = fleet.filter((instance) => instance.alive)
    const instance = alive[random.below(alive.length)]
    instance.uploads.add(upload)
    instance.processor.serve(random.exponential(cpuOfUpload), () => {
      if (!instance.alive) return
      let missing = BLOBS
      for (let blob = 0; blob < BLOBS; blob += 1) {
        instance.s3.serve(random.tailed(s3), () => {
          missing -= 1
          if (missing === 0 && instance.alive) enqueue(instance, upload)
        })
      }
    })
  }

  function enqueue(instance, upload) {
    const number = upload.tenant % databases
    sums.keys += BLOBS
    if (sums.keys % RESERVED_AT_ONCE === 0)
      servers[number].work(cpuOfReserve * RESERVED_AT_ONCE, () => {})
    const lane = instance.commits[number]
    lane.queue.push(upload)
    if (lane.lanes === LANES) return
    lane.lanes += 1
    runLane(instance, number)
  }

  function runLane(instance, number) {
    const lane = instance.commits[number]
    const batch = []
    while (batch.length < BATCH && lane.queue.size() > 0) batch.push(lane.queue.shift())
    if (batch.length === 0) {
      lane.lanes -= 1
      return
    }
    insert(instance, servers[number], batch, () => {
      for (const upload of batch) answer(instance, upload)
      runLane(instance, number)
    })
  }

  function insert(instance, server, batch, done) {
    const locked = [...new Set(batch.map(({ tenant }) => tenant))]
    // The locks of a lost instance are released when the server notices the loss.
    const give = () => {
      if (loss.silent) clock.after(idleLimit, () => server.unlock(locked))
      else server.unlock(locked)
    }
    const onward = (delay, act) =>
      clock.after(delay, () => {
        if (instance.alive) act()
        else give()
      })
    // BEGIN, and the trip of the locking statement to the server.
    clock.after(1.5 * roundTrip, () => {
      if (!instance.alive) return
      server.lock(locked, () => {
        if (loss !== null && clock.now() > loss.at && instance === fleet[0]) lose(instance)
        server.work(cpuOfBatch(batch.length, locked.length), () => {
          // The answer, the insert, its answer, and the commit.
          onward(2 * roundTrip, () => {
            server.commit(() => {
              server.unlock(locked)
              clock.after(roundTrip / 2, () => {
                if (instance.alive) done()
              })
            })
          })
        })
      })
    })
  }

  function answer(instance, upload) {
    if (!instance.uploads.delete(upload)) throw new Error('An upload was answered twice.')
    sums.answered += 1
    change(-1)
    sums.spent += clock.now() - upload.since
    if (upload.since < warmUp) return
    times.push(clock.now() - upload.since)
  }

  function lose(instance) {
    if (!instance.alive) return
    instance.alive = false
    for (const upload of instance.uploads) {
      retrying.add(upload)
      clock.after(RETRY_AFTER, () => {
        retrying.delete(upload)
        send(upload)
      })
    }
    instance.uploads.clear()
    requireHeld()
  }

  let half = null
  clock.after(seconds / 2, () => {
    half = { ...sums }
  })
  arrive()
  clock.run(seconds)
  const result = report()
  // No more uploads arrive, so every one must get an answer.
  clock.run(Number.MAX_VALUE)
  return { ...result, neverAnswered: sums.arrived - sums.answered }

  function report() {
    change(0)
    requireHeld()
    const sorted = Float64Array.from(times).sort()
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
    const total = (read) => servers.reduce((sum, server) => sum + read(server), 0)
    const commits = total(({ sums }) => sums.commits)
    return {
      /** Rate in the second half. */
      rate: (sums.answered - half.answered) / (seconds / 2),
      keepsUp: sums.inside < 1.2 * half.inside + 50,
      counted: times.length,
      late: times.filter((time) => time > 2).length,
      p50: at(0.5),
      p99: at(0.99),
      p999: at(0.999),
      worst: sorted.at(-1),
      batch: sums.answered / commits,
      lockWait: total(({ sums }) => sums.lockWait) / commits,
      coresBusy: total((server) => server.busyTime()) / databases / seconds,
      /** Little's law: the average number inside, and the rate times the time of each. */
      inside: sums.area / seconds,
      rateTimesTime: (sums.spent + stillInside()) / seconds,
    }
  }

  /** Uploads without an answer: in an instance, or about to be tried again. */
  function held() {
    return [...fleet.flatMap(({ uploads }) => [...uploads]), ...retrying]
  }

  /** The count of arrivals minus answers must match the uploads that are really there. */
  function requireHeld() {
    const { length } = held()
    if (sums.inside !== length) throw new Error(`${sums.inside} uploads wait, ${length} are there.`)
  }

  /** Time that the unanswered uploads have spent so far. */
  function stillInside() {
    return held().reduce((spent, { since }) => spent + clock.now() - since, 0)
  }
}
