import { seededChoices } from '@stowage/testing/seeds'
import { createDisk } from './disk.mjs'
import { imageOf, kindsOfImages } from './images.mjs'
import { createPromises } from './promises.mjs'
import { createReplay } from './replay.mjs'
import { loadImage, reconcile } from './volume.mjs'

/**
 * Replays recorded sessions, one after the other, on one disk, cuts the power at the beginning and the end
 * of every sync, and judges what the disk may look like then.
 *
 * - `sessions`: as `record` gave them; `root`, `marks`, `keeps`: see `createReplay`
 * - `start`: an image that the disk begins with, and the `lines` that were announced before
 * - `judge`, `judgeStore`: resolve to what is wrong with `(image, promises)`; the latter is asked about
 *   every `storeEvery`th image
 * - `every`: looks only at every n-th cut; `anything`: random images at each cut
 * - `samples`: how many images to give back, each as a `start`
 * - `enough`: failures after which nothing more is looked at
 */
export async function explore({ sessions, root, marks, keeps, start, judge, judgeStore, ...how }) {
  const { seed, every = 1, anything = 2, samples = 0 } = how
  const { storeEvery = Number.POSITIVE_INFINITY, enough = Number.POSITIVE_INFINITY } = how
  const disk = createDisk()
  const promises = createPromises()
  const lines = []
  const random = seededChoices(seed)
  const kinds = kindsOfImages(anything)
  const counts = { calls: 0, syncs: 0, cuts: 0, states: 0, stores: 0, promises: 0 }
  const failures = []
  const differences = []
  const sampled = []
  let boundaries = 0

  function hear(line) {
    lines.push(line)
    promises.hear(JSON.parse(line))
  }

  if (start !== undefined) {
    loadImage(disk, start.image)
    for (const line of start.lines) hear(line)
  }
  for (const { moments, cutOff, volume } of sessions) {
    const happen = createReplay({ disk, root, marks, ...(keeps && { keeps }) })
    for (const moment of moments) {
      if (failures.length >= enough)
        return { ...counts, kept: promises.kept, failures, differences, sampled }
      const what = happen(moment)
      if (moment.phase === 'end') counts.calls += 1
      if (what?.announced !== undefined) hear(what.announced)
      if (what?.sync === undefined) continue
      boundaries += 1
      if (moment.phase === 'end') counts.syncs += 1
      if (boundaries % every === 0) await cut(`${moment.phase} of a sync of ${what.sync}`)
    }
    const found = reconcile(disk, volume)
    if (!cutOff) differences.push(...found)
    await cut('end of a session')
  }
  return { ...counts, kept: promises.kept, failures, differences, sampled }

  async function cut(where) {
    counts.cuts += 1
    for (const { name, choice } of kinds) {
      const image = imageOf(disk, choice, random)
      counts.states += 1
      counts.promises += promises.kept
      note(await judge(image, promises), where, name)
      if (counts.states % storeEvery === 0) {
        counts.stores += 1
        note(await judgeStore(image, promises).catch((error) => [error.stack]), where, name)
      }
      sample(image)
    }
  }

  /** Each image is as likely to be kept as any other. */
  function sample(image) {
    const place = sampled.length < samples ? sampled.length : random.below(counts.states)
    if (place < samples) sampled[place] = { image, lines: [...lines] }
  }

  function note(problems, where, state) {
    if (problems.length > 0) failures.push({ where, state, problems })
  }
}
