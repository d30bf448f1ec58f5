import { EventEmitter } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlaces, type Places } from '../../testing/places.fixture.ts'
import { objectsOf, runCli } from '../../testing/run-cli.fixture.ts'

describe('events', () => {
  let places: Places
  let id: string
  const run = (...args: string[]) => runCli(['events', ...args, ...places.local])
  const eventsOf = async (...args: string[]) => objectsOf((await run('--json', ...args)).stdout)

  beforeAll(async () => {
    places = await openPlaces()
    id = (await places.store.upload(Buffer.from('a'), { name: 'a.txt' })).id
    await places.store.for({ actor: 'user-7' }).update(id, { title: 'A' })
    await places.store.folders.create({ name: 'Holiday' })
  })
  afterAll(() => places.close())

  it('tells what happened, the oldest first, for people and for programs', async () => {
    const all = await eventsOf()
    const [created, updated] = await eventsOf('--asset', id)
    expect(created).toMatchObject({ type: 'asset.created', asset_id: id, tenant: 'default' })
    expect(updated).toMatchObject({ type: 'asset.updated', actor: 'user-7' })
    expect(created?.data).toMatchObject({ asset: { name: 'a.txt' } })
    expect(await eventsOf('--after', String(created?.id))).toEqual(
      all.slice(all.findIndex((event) => event.id === created?.id) + 1),
    )
    expect(await eventsOf('--type', 'asset.updated,folder.created')).toMatchObject([
      { type: 'asset.updated' },
      { type: 'folder.created', asset_id: null },
    ])
    const { stdout } = await run('--asset', id)
    expect(stdout).toMatch(/^AT +TYPE +ID +WHAT\n.*Z +asset\.created +[\da-f-]{36} +a\.txt\n/)
    expect(stdout).toMatch(/asset\.updated +[\da-f-]{36} +a\.txt \(title\) by user-7\n$/)
    expect((await run('-q', '--type', 'asset.created')).stdout).toBe(`${id}\n`)
    expect(await eventsOf('--limit', '1')).toEqual(all.slice(0, 1))
  })

  it('says where a table ends early, and where there is nothing', async () => {
    expect((await run('--limit', '1')).stderr).toBe('')
    expect((await run('--type', 'asset.purged')).stderr).toMatch(/There is no such event/)
  })

  it('follows until Ctrl-C, from an event on', async () => {
    const [created] = await eventsOf('--asset', id)
    const signals = new EventEmitter()
    const heard: string[] = []
    const after = ['--after', String(created?.id), '--asset', id]
    const ended = runCli(['events', '--follow', '--json', ...after, ...places.local], {
      signals,
      onStdout: (text) => {
        heard.push(text)
        if (heard.length === 1) void places.store.trash(id)
        else signals.emit('SIGINT')
      },
    })
    const { exitCode, stdout } = await ended
    expect(exitCode).toBe(130)
    expect(objectsOf(stdout)).toMatchObject([{ type: 'asset.updated' }, { type: 'asset.trashed' }])
  })

  it('shows what it follows line by line, as wide as each other', async () => {
    const [created] = await eventsOf('--asset', id)
    const { stdout } = await run('--follow', '--after', String(created?.id), '--limit', '1')
    expect(stdout).toMatch(
      /^AT {21}TYPE {13}ID {37}WHAT\n.{20} {3}asset\.updated {4}[\da-f-]{36} {3}/,
    )
  })

  it.each([
    ['--type', 'nonsense'],
    ['--after', '019b76da-a800-724d-80b6-820a4daffd15'],
    ['--limit', '0'],
  ])('refuses %s %s', async (...args) => {
    expect(await run(...args)).toMatchObject({ stdout: '' })
    expect((await run(...args)).exitCode).not.toBe(0)
  })
})
