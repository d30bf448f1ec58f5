import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { formRequest, jpegOf } from '../samples.mjs'
import { content } from './content.mjs'
import { get } from './records.mjs'

/** Uploads a second, on connections of their own. */
const RATE = 200
const CONNECTIONS = 8

const LABELS = {
  alone: 'Stowage, no uploads',
  stowage: 'Stowage',
  handwritten: 'by hand, the same reads and checks; its uploads',
  cold: 'Stowage, cache off',
}

/** `get` while others upload: every commit makes what was read before worth another look. */
export const getBeside = {
  name: 'get-beside',
  title: `${get.title}, beside ${RATE} uploads a second`,
  unit: get.unit,
  per: get.per,
  against: 'alone',
  labels: LABELS,
  targets: { alone: get.targets.stowage, ...only(get.targets, 'stowage', 'handwritten') },
  async setUp(directory, scale) {
    const shared = await get.setUp(directory, scale)
    await cp(path.join(directory, 'stowage'), path.join(directory, 'alone'), { recursive: true })
    return { ...shared, settings: { ...shared.settings, alone: shared.settings.stowage } }
  },
  prepare: besideUploads(get),
}

/** `content` while others upload. */
export const contentBeside = {
  name: 'content-beside',
  title: `${content.title}, beside ${RATE} uploads a second`,
  unit: content.unit,
  per: content.per,
  against: 'alone',
  labels: LABELS,
  targets: { alone: content.targets.stowage, ...only(content.targets, 'stowage', 'cold') },
  prepare: besideUploads(content),
}

/** Prepares half of a workload's load, with uploads beside it, except to the target `alone`. */
function besideUploads(workload) {
  return async (target, context) => {
    const { directory } = context
    const load = await workload.prepare(target, context)
    const amount = load.amount / 2
    if (directory.endsWith('alone')) return { ...load, amount }
    const file = `${directory}.jpg`
    const requests = `${directory}-uploads.json`
    await writeFile(file, await jpegOf(20_000))
    await writeFile(requests, JSON.stringify([formRequest(target, file)]))
    const beside = { requests, rate: RATE, connections: CONNECTIONS, status: 201 }
    return { ...load, amount, beside }
  }
}

function only(targets, ...names) {
  return Object.fromEntries(names.map((name) => [name, targets[name]]))
}
