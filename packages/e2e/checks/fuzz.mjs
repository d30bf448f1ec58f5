// Sends multipart forms from a grammar: valid, nearly valid and broken ones, cut into hostile pieces.
//
//   node checks/fuzz.mjs [--cases 100000] [--seed N] [--only INDEX]
//
// The grammar knows what a valid form must store, and why a nearly valid one is refused. A broken form must get
// the same answer however it is cut. `--only` runs one case again and shows it.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { fuzzCase, piecesOf } from '../support/fuzz/cases.mjs'
import { inFolder, inMemory, overSockets } from '../support/fuzz/targets.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

/** Milliseconds. What hangs never answers, and a busy machine may be slow for long. */
const HANG = 60_000
const AT_ONCE = 16
/** After so many cases the store must hold exactly what was stored, and is emptied. */
const BATCH = 320
const SHOWN = 10

const { values } = parseArgs({
  options: { cases: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
})
const cases = Number(values.cases ?? 100_000)
const seed = Number(values.seed ?? randomInt(2 ** 31))

const crashes = []
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error) => crashes.push(error))
}

const report = createReport(`fuzz: ${cases} multipart forms, seed ${seed}`)
await report.run(() =>
  withTemporaryDirectory(async (directory) => {
    if (values.only !== undefined) return showOne(Number(values.only))
    const inSockets = Math.round(cases * 0.05)
    const onDisk = Math.round(cases * 0.15)
    await fuzz(await inMemory(), inSockets + onDisk, cases)
    await fuzz(await inFolder(path.join(directory, 'folder')), inSockets, inSockets + onDisk)
    await fuzz(await overSockets(path.join(directory, 'sockets')), 0, inSockets)
    report.check('zero crashes', crashes.length === 0, crashes.map((error) => error.stack).join())
  }),
)

/** Sends the cases `from` to `until` to one target, and judges. */
async function fuzz(target, from, until) {
  const tally = { outcomes: new Map(), wrong: [], hung: [], left: [], orders: 0, stored: 0 }
  const started = performance.now()
  for (let start = from; start < until; start += BATCH) {
    const end = Math.min(start + BATCH, until)
    let next = start
    let stored = 0
    const worker = async () => {
      while (next < end) {
        const added = await tryCase(target, next++, tally)
        stored += added
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    await inspect(target, stored, `cases ${start} to ${end - 1}`, tally)
    tally.stored += stored
  }
  await target.close()
  const seconds = (performance.now() - started) / 1000
  report.note(`${target.name}: ${until - from} cases in ${seconds.toFixed(0)} s`)
  for (const [outcome, count] of [...tally.outcomes].sort()) report.note(`  ${outcome}: ${count}`)
  if (tally.orders > 0)
    report.note(`  broken forms refused for another reason when cut otherwise: ${tally.orders}`)
  const shown = (list) => list.slice(0, SHOWN).join('\n')
  report.check(
    `${target.name}: every answer is the right one`,
    tally.wrong.length === 0,
    shown(tally.wrong),
  )
  report.check(
    `${target.name}: zero hangs over ${HANG} ms`,
    tally.hung.length === 0,
    shown(tally.hung),
  )
  report.check(
    `${target.name}: zero rows, files or open handles left of what was refused`,
    tally.left.length === 0,
    tally.left.length === 0 ? `${tally.stored} assets stored, none too many` : shown(tally.left),
  )
}

/** Resolves to how many assets were stored. */
async function tryCase(target, index, tally) {
  const fuzzed = fuzzCase(seed, index)
  const attempts = fuzzed.expected === null ? [0, 1] : [0]
  const outcomes = []
  for (const attempt of attempts) {
    const outcome = await withinTime(target.send(fuzzed, piecesOf(fuzzed, seed, index, attempt)))
    if (outcome === null) {
      tally.hung.push(`case ${index}`)
      return 0
    }
    outcomes.push(outcome)
  }
  const [{ status, code }, second] = outcomes
  const key = `${fuzzed.kind}, ${status}${code === undefined ? '' : ` ${code}`}`
  tally.outcomes.set(key, (tally.outcomes.get(key) ?? 0) + 1)
  if (second !== undefined && second.code !== code) tally.orders += 1
  try {
    judge(fuzzed, outcomes)
  } catch (error) {
    tally.wrong.push(`case ${index}, ${fuzzed.kind}: ${error.message}`)
  }
  return outcomes.reduce((sum, { files }) => sum + files.length, 0)
}

function judge({ expected }, outcomes) {
  const [first, second] = outcomes
  if (expected === null) {
    assert(
      first.status === 201 || (first.status >= 400 && first.status < 500),
      `status ${first.status}`,
    )
    assert.deepEqual(second.files, first.files, 'another outcome when cut otherwise')
  } else if (expected.files !== undefined) {
    assert.deepEqual([first.status, first.code], [201, undefined])
    assert.deepEqual(first.files, expected.files)
  } else {
    const [status, code] = expected.refused
    assert.deepEqual([first.status, first.code], [status, code])
  }
}

async function inspect(target, stored, which, tally) {
  const left = await settled(target, stored)
  if (left.assets !== stored || left.files !== stored || left.open !== 0) {
    tally.left.push(`${which}: ${stored} stored, left ${JSON.stringify(left)}`)
  }
  await target.empty()
  const after = await settled(target, 0)
  if (after.assets + after.files + after.open > 0) {
    tally.left.push(`${which}, after everything was purged: ${JSON.stringify(after)}`)
  }
}

/** What is left, once it is what it should be or a second has passed: files are closed behind an answer. */
async function settled(target, stored) {
  for (let looks = 0; ; looks += 1) {
    const left = await target.left()
    if ((left.files === stored && left.open === 0) || looks === 50) return left
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function withinTime(sending) {
  let timer
  const hang = new Promise((resolve) => {
    timer = setTimeout(() => resolve(null), HANG)
  })
  try {
    return await Promise.race([sending, hang])
  } finally {
    clearTimeout(timer)
  }
}

async function showOne(index) {
  const fuzzed = fuzzCase(seed, index)
  console.log({ ...fuzzed, body: fuzzed.body.toString('latin1').slice(0, 4000) })
  console.dir(fuzzed.expected, { depth: 5 })
  const target = await inMemory()
  for (const attempt of [0, 1]) {
    const pieces = piecesOf(fuzzed, seed, index, attempt)
    console.log(
      pieces
        .map(({ length }) => length)
        .slice(0, 50)
        .join(' '),
    )
    console.dir(await target.send(fuzzed, pieces), { depth: 5 })
  }
  await target.close()
}
