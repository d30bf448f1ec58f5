import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlaces, type Places } from '../../testing/places.fixture.ts'
import { objectsOf, runCli } from '../../testing/run-cli.fixture.ts'

describe('audit', () => {
  let places: Places
  const run = (...args: string[]) => runCli([...args, ...places.local])
  const entriesOf = async (...args: string[]) =>
    objectsOf((await run('audit', '--json', ...args)).stdout)

  beforeAll(async () => {
    places = await openPlaces()
  })
  afterAll(() => places.close())

  it('adds what the command line does to a trail that there is', async () => {
    const { id } = await places.store.upload(Buffer.from('a'), { name: 'a.txt' })
    await run('trash', id)
    expect(await run('audit')).toMatchObject({ exitCode: 0, stdout: '' })
    const directory = path.join(places.directory, 'media')
    const app = await openAssetStore({ directory, audit: true, advanced: { sweepEveryMs: false } })
    await app.for({ actor: 'user-7' }).restore(id)
    await app.for({ actor: 'user-7' }).update(id, { title: 'A' })
    await app.close()
    await run('trash', id)
    await run('keys', 'create', 'website')
    expect(await entriesOf()).toMatchObject([
      { actor: 'cli', action: 'key.created', asset_id: null, detail: { name: 'website' } },
      { actor: 'cli', action: 'asset.trashed', asset_id: id, tenant: 'default' },
      { actor: 'user-7', action: 'asset.updated' },
      { actor: 'user-7', action: 'asset.restored' },
    ])
    const { stdout } = await run('audit', '--asset', id)
    expect(stdout).toMatch(/Z +cli +asset\.trashed +a\.txt +[\da-f-]{36}\n.*a\.txt \(title\)/)
  })

  it('filters', async () => {
    const all = (await entriesOf()).length
    expect(await entriesOf('--actor', 'cli', '--limit', '1')).toHaveLength(1)
    expect(await entriesOf('--actor', 'none')).toEqual([])
    expect(await entriesOf('--action', 'asset.restored')).toHaveLength(1)
    const [entry] = await entriesOf()
    const today = String(entry?.at).slice(0, 10)
    expect(await entriesOf('--until', today, '--since', '1d')).toHaveLength(all)
    expect(await entriesOf('--until', '2026-01-01')).toEqual([])
    expect(await entriesOf('--since', String(entry?.at))).toHaveLength(1)
    expect((await run('audit', '-q', '--action', 'asset.trashed')).stdout).toMatch(
      /^[\da-f-]{36}\n$/,
    )
  })

  it.each([
    ['--action', 'nonsense'],
    ['--since', 'yesterday'],
    ['--limit', '0'],
  ])('refuses %s %s', async (...args) => {
    expect(await run('audit', ...args)).toMatchObject({ exitCode: 2, stdout: '' })
  })
})
