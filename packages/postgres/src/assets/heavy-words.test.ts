import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { HEAVY_CALLS, openHeavyStore } from './heavy-words.fixture.ts'

/** UTF-16 units that were normalised meanwhile, in all forms together. */
async function unitsNormalised(run: () => Promise<unknown>): Promise<number> {
  return (await unitsByTurn(run)).reduce((sum, units) => sum + units, 0)
}

/** The same, for each turn of the event loop. */
async function unitsByTurn(run: () => Promise<unknown>): Promise<readonly number[]> {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const turns: number[] = []
  let timer: NodeJS.Immediate | undefined
  const turn = (): void => {
    turns.push(normalize.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0))
    normalize.mockClear()
    timer = setImmediate(turn)
  }
  turn()
  try {
    await run()
    turn()
    return turns
  } finally {
    clearImmediate(timer)
    normalize.mockRestore()
  }
}

describe('assets whose texts unfold', () => {
  let heavy: Awaited<ReturnType<typeof openHeavyStore>>
  beforeAll(async () => {
    heavy = await openHeavyStore(40)
  })
  afterAll(() => heavy.dispose())

  it.each(['trash', 'restore', 'move'] as const)('%s folds nothing', async (name) => {
    const { store, ids } = heavy
    expect(await unitsNormalised(() => HEAVY_CALLS[name](store, ids))).toBe(0)
  })

  it('tag folds a bounded part of each', async () => {
    const { store, ids } = heavy
    const units = await unitsNormalised(() => HEAVY_CALLS.tag(store, ids))
    expect(units).toBeGreaterThan(0)
    expect(units / ids.length).toBeLessThan(60_000)
  })

  it.each([
    ['a tag', HEAVY_CALLS.tag],
    ['a mark by a search', (store) => store.matching({ search: '\ufdfa' }).setFavourite(true)],
  ] satisfies [string, (typeof HEAVY_CALLS)['tag']][])(
    '%s lets others run between the texts of many assets',
    async (_, call) => {
      const { store, ids } = heavy
      const turns = await unitsByTurn(() => call(store, ids))
      const all = turns.reduce((sum, units) => sum + units, 0)
      expect(Math.max(...turns)).toBeLessThan(all / 2)
    },
  )

  it('a change of what is no text folds nothing but the name', async () => {
    const { store, ids } = heavy
    const [id = ''] = ids
    expect(await unitsNormalised(() => store.update(id, { isFavourite: true }))).toBe(0)
    expect((await store.list({ search: '\ufdfa' })).total).toBe(ids.length)
  })
})
