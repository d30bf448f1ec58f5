import { type ReadonlySignal, signal } from '@preact/signals'
import { listKey, onPlace, place, toQuery } from '../place/place.ts'
import { timeOf } from '../place/time-of.ts'
import { client, noteFailure } from '../session/session.ts'
import { at, total } from './listing.ts'

/** As many as have room beside each other. */
const COUNT = 24
const AT_ONCE = 3

export interface Sample {
  readonly index: number
  readonly time: Date
}

const current = signal<readonly Sample[]>([])

/** When some files of the list were made, at even distances through it; none until they were asked for. */
export const sampledTimes: ReadonlySignal<readonly Sample[]> = current

/** Of which list, with how many files. */
let asked = ''

/** Asks when files were made, once for each list that is sorted by time. */
export async function sampleTimes(): Promise<void> {
  const where = place.peek()
  const by = timeOf(where.sort)
  const count = total.peek() ?? 0
  const key = `${listKey(where)} ${count}`
  if (by === null || count === 0 || key === asked) return
  asked = key
  const indices = Array.from({ length: COUNT }, (_, step) =>
    Math.round((step * (count - 1)) / (COUNT - 1)),
  )
  const wanted = [...new Set(indices)]
  const found: Sample[] = []
  const next = async (): Promise<void> => {
    for (let index = wanted.shift(); index !== undefined; index = wanted.shift()) {
      const asset = at(index) ?? (await assetAt(index))
      if (asked !== key) return
      if (asset !== undefined) found.push({ index, time: new Date(asset.attributes[by]) })
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, next))
    if (asked === key) current.value = found.sort((one, other) => one.index - other.index)
  } catch (error) {
    // It can be scrolled without them.
    noteFailure(error)
    if (asked === key) asked = ''
  }

  async function assetAt(index: number) {
    const { data } = await client().list({ ...toQuery(where), page: index + 1, per_page: 1 })
    return data[0]
  }
}

let list = listKey(place.peek())
onPlace((where) => {
  const next = listKey(where)
  if (next === list) return
  list = next
  asked = ''
  current.value = []
})
