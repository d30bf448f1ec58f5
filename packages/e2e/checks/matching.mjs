// A process that changes all assets of a store by a filter is killed again and again, and goes on by its last cursor: on
// SQLite and on PostgreSQL. Each step must have happened as a whole or not at all, in the order of insertion, and the end
// must be that of a run that nobody killed. `--kills 40` for longer.
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seededChoices } from '@stowage/testing/seeds'
import { startPostgres } from '../../tooling/postgres-server.mjs'
import { startProcess } from '../support/faults/process.mjs'
import { openPlace } from '../support/folders/places.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '6' }, seed: { type: 'string', default: '1' } },
})
const KILLS = Number(values.kills)
const STEP = 500
/** A last step that is not full. */
const ASSETS = 4 * STEP + 100

const random = seededChoices(Number(values.seed))
const report = createReport(`matching: a run over ${ASSETS} assets is killed ${KILLS} times`)
await report.run(() =>
  withTemporaryDirectory(async (top) => {
    const [sqlite, files] = [path.join(top, 'sqlite'), path.join(top, 'postgres')]
    for (const directory of [sqlite, files]) await mkdir(directory)
    await check('SQLite', { directory: sqlite })
    const { url, stop } = await startPostgres()
    try {
      const schema = `m${randomUUID().slice(0, 8)}`
      await check('PostgreSQL', { directory: files, url, schema })
    } finally {
      await stop()
    }
  }),
)

async function check(name, place) {
  await fill(place)
  const tally = { killed: 0, ended: 0, wrong: [] }
  for (let round = 1; tally.killed < KILLS; round += 1)
    await runToItsEnd(place, `run ${round}`, tally)
  report.note(`${name}: ${tally.killed} kills in ${tally.ended} runs`)
  report.check(`${name}: what was said to be done is done`, tally.wrong.length === 0)
  for (const sentence of tally.wrong.slice(0, 5)) report.note(sentence)
}

async function fill(place) {
  const store = await openPlace(place)
  for (let done = 0; done < ASSETS; done += 100) {
    const files = Array.from({ length: 100 }, (_, n) => ({ source: Buffer.from(`${done + n}`) }))
    await store.uploadMany(files)
  }
  await store.close()
}

/** Kills the process at some moment, looks at what is there, and lets the next one go on. */
async function runToItsEnd(place, tag, tally) {
  let cursor = ''
  let done = 0
  let patience = 100
  for (;;) {
    const child = startProcess('matching/process.mjs', [JSON.stringify(place), tag, cursor])
    await child.says()
    let end = null
    child.hears((message) => {
      if (message.cursor === undefined) end = message
      else ({ cursor, done } = message)
    })
    await Promise.race([child.exited, sleep(random.below(patience))])
    const wasKilled = (await child.kill()).signal === 'SIGKILL'
    // The next one gets further.
    patience *= 2
    if (wasKilled) tally.killed += 1
    tally.wrong.push(...(await judge(place, tag, end === null ? done : ASSETS)))
    if (!wasKilled && end === null) tally.wrong.push(`${tag}: ended without a result`)
    if (end !== null) break
  }
  tally.ended += 1
}

/** In the order of insertion, the tagged assets come first: whole steps, or all. */
async function judge(place, tag, done) {
  const store = await openPlace(place)
  const wrong = []
  const tagged = []
  for await (const asset of store.matching({}).iterate({ sort: 'createdAt' }))
    tagged.push(asset.tags.includes(tag))
  const count = tagged.filter(Boolean).length
  const counted = await store.matching({ tags: [tag] }).count()
  await store.close()
  if (tagged.length !== ASSETS) wrong.push(`${tag}: ${tagged.length} assets are there`)
  if (tagged.slice(0, count).includes(false)) wrong.push(`${tag}: one was left out`)
  if (count % STEP !== 0 && count !== ASSETS) wrong.push(`${tag}: ${count} are tagged, half a step`)
  if (count < done) wrong.push(`${tag}: ${done} were said to be tagged, ${count} are`)
  if (counted !== count) wrong.push(`${tag}: ${count} are tagged, ${counted} are found`)
  return wrong
}
