import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { brokenRows } from '../folders/judge.mjs'
import { readRows } from '../folders/rows.mjs'
import { idsOf } from '../ledger/feed-changes.mjs'
import { createFeedLedger } from '../ledger/feed-ledger.mjs'
import { createFolderLedger } from '../ledger/folder-ledger.mjs'
import { folderLeftovers } from '../ledger/folder-leftovers.mjs'
import { createJobLedger } from '../ledger/job-ledger.mjs'
import { createLedger } from '../ledger/ledger.mjs'
import { createOwnerLedger } from '../ledger/owner-ledger.mjs'
import { reachVerdict } from '../ledger/verdict.mjs'
import { isOnce } from '../load/once.mjs'
import { readOwners } from '../owners/judge.mjs'
import { age, LONG, openInspection } from './inspection.mjs'
import { startWorker } from './process.mjs'
import { openEndpoint, settle } from './settling.mjs'

/** Milliseconds: the shortest that the store allows. */
const GRACE = 60_000

/**
 * One directory, the processes that are killed on it, and what must be in it. Its endpoint is a path of `receiver`. Counts
 * in `tally`.
 */
export async function createWorld({ directory, random, tally, least, receiver }) {
  const ledger = createLedger(tally.operations, { areMoved: true })
  const folders = createFolderLedger()
  const owners = createOwnerLedger()
  const feed = createFeedLedger()
  const jobs = createJobLedger()
  /** Ids of assets that were uploaded where texts have pictures. */
  const drawn = new Set()
  const endpoint = `/${path.basename(directory)}`
  let webhookId = null
  const picture = `${directory}.png`
  await writeFile(picture, await somePicture())
  let ahead = 0
  let round = 0

  const optionsFor = (purpose, more = {}) => ({
    directory,
    purpose,
    ahead,
    grace: GRACE,
    seed: random.between(0, 2 ** 31),
    picture: null,
    port: null,
    ...more,
  })

  /** Everything is dead. Time passes, so that no lease of the dead holds and what they left falls due. */
  async function pass() {
    ahead += LONG
    await age(directory, LONG)
  }

  /** Kills a process at an instant of its opening, or of the recovery that follows. */
  async function killEarly(stage, within) {
    const worker = startWorker(optionsFor('recover'))
    await worker.reaches(stage)
    await sleep(random.next() * within)
    const { lines, problems } = await worker.kill()
    tally.wrong.push(...problems)
    tally[lines.some((line) => line.stage === 'open') ? 'recovering' : 'opening'] += 1
    await pass()
  }

  async function killUnderLoad() {
    const together = random.chance(0.3) ? 2 : 1
    const withPictures = round % 9 === 5
    const sends = round % 2 === 1
    const label = `r${round}`
    const workers = Array.from({ length: together }, (_, index) =>
      startWorker(
        optionsFor('load', {
          label: `${label}p${index}`,
          round: label,
          share: { index, of: together },
          picture: withPictures ? picture : null,
          port: sends ? receiver.port : null,
        }),
      ),
    )
    const heard = await Promise.all(
      workers.map(async (worker) => {
        await worker.hasWritten(random.between(least, 4 * least))
        await sleep(random.next() * 20)
        const { lines, killedAt, writes, problems } = await worker.kill()
        tally.kills.push(writes)
        tally.wrong.push(...problems)
        return { lines, killedAt }
      }),
    )
    if (together > 1) tally.together += together
    if (withPictures) tally.pictures += together
    const journals = heard.map(({ lines }) => lines)
    for (const each of [ledger, folders, owners, feed]) each.add(journals)
    jobs.add(heard)
    for (const [token, id] of sends ? journals.flatMap(idsOf) : []) {
      // Those may have been uploaded in an earlier round.
      if (!isOnce({ name: `${token}.` })) drawn.add(id)
    }
    await pass()
  }

  async function inspect(where, { recovering, everything }) {
    const inspection = await openInspection({ directory: where, grace: GRACE, ahead })
    const verdict = await reachVerdict(ledger, inspection.view, { ever: everything })
    const told = await inspection.feed()
    const waiting = await inspection.listJobs()
    const swept = recovering ? await inspection.recover() : { blobs: 0, staged: 0 }
    // A kill may leave the bytes of what was purged just before; recovery may not.
    for (const [token, record] of recovering ? verdict.purged : []) {
      const left = await inspection.view.blobsOf(record)
      if (left.length > 0)
        verdict.lost.push(`${token}: purged, but after recovery there are ${left}`)
    }
    const closed = await inspection.close()
    verdict.wrong.push(...closed.errors)
    if (recovering) verdict.leaked.push(...(await leftoversOf(where, verdict)))
    const rows = await readRows({ directory: where })
    const owned = await readOwners({ directory: where })
    for (const { lost, half } of [
      folders.judge(rows.folders, verdict.found),
      owners.judge(owned, verdict.found),
      feed.judge(told, verdict.found),
      jobs.judge(waiting),
    ]) {
      verdict.lost.push(...lost)
      verdict.half.push(...half)
    }
    verdict.half.push(...brokenRows(rows))
    const adopt = () => {
      verdict.adopt()
      folders.adopt(rows.folders, verdict.found)
      owners.adopt(owned, verdict.found)
      feed.adopt(told, verdict.found)
      jobs.adopt(waiting)
    }
    return { verdict, adopt, swept, ahead: closed.ahead }
  }

  /** Lets everything that is left to do be done. */
  async function settleAll() {
    const started = performance.now()
    const settled = await settle({
      ...{ directory, grace: GRACE, ahead, random, receiver, path: endpoint, webhookId, drawn },
    })
    jobs.add([settled])
    const judged = jobs.judge(settled.waiting)
    tally.lost.push(...settled.lost, ...judged.lost)
    tally.half.push(...settled.half, ...judged.half)
    tally.jobs += jobs.done
    tally.deliveries += settled.deliveries
    tally.delivered += settled.events
    tally.settling += (performance.now() - started) / 1000
  }

  const leftoversOf = (where, { found }) => folderLeftovers({ blobs: where, found })

  return {
    directory,
    /** Kills a process that many times while it makes the database. */
    async open(times) {
      for (let time = 0; time < times; time += 1) await killEarly('opening', 40)
      webhookId = await openEndpoint({ directory, grace: GRACE, receiver, path: endpoint })
    },
    /**
     * Kills under load, perhaps before and after it too, and looks what is there. The directory is to live
     * through `until` kills of the tally.
     */
    async round(until) {
      round += 1
      if (random.chance(0.25)) await killEarly('opening', 60)
      await killUnderLoad()
      if (random.chance(0.25)) await killEarly('opening', 60)
      if (random.chance(0.35)) await killEarly('open', 30)

      const last = tally.kills.length >= until
      // Else the next processes recover under load.
      const recovering = last || random.chance(0.75)
      const { verdict, adopt, swept, ...result } = await inspect(directory, {
        recovering,
        everything: last,
      })
      ahead = result.ahead
      adopt()
      if (last) await settleAll()
      for (const kind of ['lost', 'half', 'leaked', 'wrong']) {
        tally[kind].push(
          ...verdict[kind].map((what) => `${path.basename(directory)}/${round} ${what}`),
        )
      }
      tally.inspections += 1
      if (recovering) tally.recoveries += 1
      tally.compared += verdict.found.size
      tally.happened += verdict.happened
      tally.swept.blobs += swept.blobs
      tally.swept.staged += swept.staged
    },
    /** What an inspection of a copy of the directory finds, in which nothing purged is back; the ledger stays as it is. */
    async inspectCopy(copy) {
      const { verdict } = await inspect(copy, { recovering: false, everything: false })
      return { ...verdict, leaked: await leftoversOf(copy, verdict) }
    },
    /** The ledger, and what an inspection finds, for faults to be planted. */
    async ledgerAndFound() {
      const { verdict } = await inspect(directory, { recovering: false, everything: true })
      return { ledger, found: verdict.found }
    },
  }
}

function somePicture() {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 }
  return sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal', noise } })
    .png()
    .toBuffer()
}
