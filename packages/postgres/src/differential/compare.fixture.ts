import { isDeepStrictEqual } from 'node:util'
import { isStowageError } from '@stowage/core'
import type { Random } from '@stowage/testing/seeds'
import { type Choices, createChoices, type Known } from './choices.fixture.ts'
import type { DifferentialVerb } from './differential-verb.fixture.ts'
import { VERBS } from './verbs.fixture.ts'
import {
  DAY,
  openWorlds,
  type SharedClock,
  VIEWS,
  type View,
  type World,
} from './worlds.fixture.ts'

const START = Date.UTC(2026, 0, 1) * 1000
const STEPS_OF_TIME = [0, 1, 1000, 5_000_000, 60_000_000, 600_000_000]
const TOTAL = Object.values(VERBS).reduce((sum, { weight }) => sum + weight, 0)

/** A call whose answers differ. */
export interface Difference {
  readonly step: number
  readonly verb: string
  readonly view: View
  readonly args: readonly unknown[]
  readonly answers: Readonly<Record<string, unknown>>
}

/** Calls so many verbs at random, each on every database: the first call that is answered differently; `null`: none. */
export async function firstDifference(random: Random, steps: number): Promise<Difference | null> {
  const clock: SharedClock = { now: START }
  const worlds = await openWorlds(clock)
  const known: Known = { assets: [], folders: [], keys: [], tickets: [], publicFiles: [] }
  const choices = createChoices(random, known, () => clock.now)
  for (let step = 0; step < steps; step += 1) {
    clock.now += choices.chance(0.02) ? DAY : choices.pick(STEPS_OF_TIME)
    const [verb, { args: make, run }] = chosen(choices)
    const view = choices.pick(VIEWS)
    const actor = choices.chance(0.3) ? 'eve' : null
    const args = make(choices)
    const answers: unknown[] = []
    for (const world of worlds) answers.push(await answer(world, { run, view, actor, args }))
    if (answers.some((each) => !isDeepStrictEqual(each, answers[0]))) {
      const all = Object.fromEntries(worlds.map(({ database }, nth) => [database, answers[nth]]))
      return { step, verb, view, args, answers: all }
    }
    learn(known, answers[0])
  }
  return null
}

function chosen({ random }: Choices): readonly [string, DifferentialVerb] {
  let left = random() * TOTAL
  const all = Object.entries(VERBS)
  const nth = all.findIndex(([, { weight }]) => {
    left -= weight
    return left < 0
  })
  return all.at(nth) as [string, DifferentialVerb]
}

/** What a database answers, or refuses. What is no refusal of ours ends the test. */
async function answer(
  world: World,
  {
    run,
    view,
    actor,
    args,
  }: {
    readonly run: DifferentialVerb['run']
    readonly view: View
    readonly actor: string | null
    readonly args: readonly unknown[]
  },
): Promise<unknown> {
  const { symbols, views } = world
  const store = actor === null ? views[view] : views[view].for({ actor })
  try {
    return symbols.shown(await run(store, symbols.real(args), world))
  } catch (error) {
    if (!isStowageError(error)) throw error
    const { code, message, context } = error
    return { refused: code, message: symbols.shown(message), context: symbols.shown(context) }
  }
}

/** Notes the ids of records, by what only they have. */
function learn(known: Known, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const record = value as Record<string, unknown>
  const add = (list: string[], id: unknown) => {
    if (typeof id === 'string' && !list.includes(id)) list.push(id)
  }
  if (record.publicFileId !== undefined && record.seq !== undefined) {
    add(known.assets, record.id)
    add(known.publicFiles, record.publicFileId)
  } else if (Array.isArray(record.path)) add(known.folders, record.id)
  else if (record.filesLeft !== undefined) add(known.tickets, record.id)
  else if (record.lastUsedAt !== undefined) add(known.keys, record.id)
  for (const each of Object.values(record)) learn(known, each)
}
