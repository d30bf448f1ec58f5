// Kills processes that do everything at once. Afterwards nothing may be lost, half visible or left over; the change feed
// must have each acknowledged change once and no other, and jobs and webhooks must do what is left.
// `--kills 500` kills more often, `--seed 7` at other instants. Linux.
import { existsSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { seededChoices } from '@stowage/testing/seeds'
import { createTally, median } from '../support/crash/tally.mjs'
import { createWorld } from '../support/crash/world.mjs'
import { tamperings } from '../support/faults/tampering.mjs'
import { checkPlantedFaults } from '../support/ledger/planted-faults.mjs'
import { table } from '../support/ledger/tally.mjs'
import { reportVerdict } from '../support/ledger/verdict.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'
import { startReceiver } from '../support/webhooks/receiver.mjs'

/** Acknowledged writes that every killed process must have made. */
const LEAST = 100
/** Kills that a directory lives through before a new one takes its place. */
const KILLS_PER_DIRECTORY = 25

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '12' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
  },
})
const kills = Number(values.kills)
const seed = Number(values.seed)

const report = createReport(`crash: ${kills} kills, seed ${seed}`)
await report.run(async () => {
  if (existsSync('/proc/self/stat')) await withTemporaryDirectory(main)
  else report.skip('nothing is lost when processes are killed', 'needs /proc')
})

async function main(top) {
  const receiver = await startReceiver()
  try {
    await killAll(top, receiver)
  } finally {
    await receiver.stop()
  }
}

async function killAll(top, receiver) {
  const random = seededChoices(seed)
  const tally = createTally()
  const started = performance.now()
  for (let number = 1; tally.kills.length < kills; number += 1) {
    const directory = path.join(top, String(number))
    await mkdir(directory)
    const world = await createWorld({ directory, random, tally, least: LEAST, receiver })
    const until = Math.min(kills, tally.kills.length + KILLS_PER_DIRECTORY)
    await world.open(3)
    while (tally.kills.length < until) await world.round(until)
    report.note(`${tally.kills.length} kills, ${wrongs(tally)} things wrong`)
    if (tally.kills.length >= kills) await judgeTheJudge(top, world)
  }
  print(tally, (performance.now() - started) / 1000)
}

function print(tally, seconds) {
  const { kills: acknowledged, opening, recovering, operations, swept } = tally
  const { inspections, recoveries } = tally
  const perKill = seconds / acknowledged.length
  report.note(`${seconds.toFixed(0)} s, ${perKill.toFixed(2)} s per kill`)
  report.note(
    `kills: ${acknowledged.length} under load (${tally.together} of them two processes on one directory, ` +
      `${tally.pictures} with sharp), ${opening} more while opening, ${recovering} while recovering`,
  )
  report.note(`acknowledged: ${table(operations.acknowledged)}`)
  report.note(`refused as they should be: ${table(operations.refused)}`)
  report.note(
    `cut off by a kill: ${operations.underWay} operations, ${tally.happened} of them had happened; ` +
      `swept after it: ${swept.blobs} keys, ${swept.staged} staging files`,
  )
  const { jobs, deliveries, delivered, settling } = tally
  report.note(
    `${jobs} runs of jobs; ${delivered} events were delivered in ${deliveries} messages; what was left was done in ${settling.toFixed(0)} s`,
  )
  report.note(
    `${inspections} comparisons, ${tally.compared} assets read in them, ${recoveries} recoveries`,
  )
  report.check('jobs ran, and webhooks were called', jobs > 0 && delivered > 0)
  report.check(
    `every kill follows at least ${LEAST} acknowledged writes`,
    acknowledged.length >= kills && Math.min(...acknowledged) >= LEAST,
    `least ${Math.min(...acknowledged)}, median ${median(acknowledged)}, ` +
      `${acknowledged.reduce((sum, each) => sum + each, 0)} in all`,
  )
  reportVerdict(report, tally)
}

/** Breaks copies of the last directory in every way, each of which must be noticed for what it is. */
async function judgeTheJudge(top, world) {
  for (const [index, group] of tamperings.entries()) {
    const copy = path.join(top, 'copy', String(index))
    await cp(world.directory, copy, { recursive: true })
    for (const { tamper } of Object.values(group)) await tamper(copy)
    const verdict = await world.inspectCopy(copy)
    for (const [name, { noticedAs, sentence }] of Object.entries(group)) {
      const noticed = verdict[noticedAs].filter((what) => sentence.test(what))
      report.check(
        `the comparison notices ${name}`,
        noticed.length > 0,
        `${noticed.length} times ${noticedAs}`,
      )
    }
  }
  const { ledger, found } = await world.ledgerAndFound()
  checkPlantedFaults(report, ledger, found)
}

function wrongs({ lost, half, leaked, wrong }) {
  return lost.length + half.length + leaked.length + wrong.length
}
