import { createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs } from '@stowage/core/memory'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fixtureOfTest, postgresUrl } from '../testing/postgres-fixture.ts'
import { anotherWaits, sessionOn } from '../testing/postgres-session.ts'
import { ownersInTransaction, type TransactionOwnersOptions } from './owners-in-transaction.ts'

const post = { type: 'post', id: '1' }

/** A store, a table of the app in its schema, and a connection of the app. */
async function appFixture() {
  const fixture = fixtureOfTest()
  const { schema } = fixture
  const metadata = await fixture.open()
  const store = createAssetStore({
    metadata,
    blobs: createMemoryBlobs(),
    advanced: { sweepEveryMs: false },
  })
  await fixture.sql('CREATE TABLE $schema.posts (id text)')
  const client = new pg.Client(postgresUrl())
  await client.connect()
  onTestFinished(() => client.end())
  const upload = async (name: string) =>
    (await store.upload(Buffer.from(name), { name, pending: true })).id
  return {
    fixture,
    metadata,
    store,
    client,
    upload,
    owners: (options: TransactionOwnersOptions = {}) =>
      ownersInTransaction(client, { schema, ...options }),
    insertPost: () => client.query(`INSERT INTO ${pg.escapeIdentifier(schema)}.posts VALUES ('1')`),
    countPosts: async () => (await fixture.sql('SELECT FROM $schema.posts')).length,
  }
}

describe('ownersInTransaction', () => {
  it('commits, or rolls back, the record of the app and its files together', async () => {
    const { store, client, upload, owners, insertPost, countPosts } = await appFixture()
    const id = await upload('a')
    await client.query('BEGIN')
    await insertPost()
    expect(await owners().add(id, post)).toMatchObject([{ id, pendingUntil: null }])
    await client.query('ROLLBACK')
    expect([await countPosts(), await store.owners.list(post)]).toEqual([0, []])
    expect((await store.get(id)).pendingUntil).not.toBeNull()

    await client.query('BEGIN')
    await insertPost()
    await expect(owners().add([id, 'unknown'], post)).rejects.toMatchObject({
      code: 'asset_not_found',
      context: { ids: ['unknown'] },
    })
    await owners().add(id, post)
    await client.query('COMMIT')
    expect(await countPosts()).toBe(1)
    expect(await store.owners.list(post)).toMatchObject([{ id, pendingUntil: null }])
  })

  it('detaches and purges within the transaction, and the counts follow', async () => {
    const { store, client, upload, owners } = await appFixture()
    const ids = [await upload('a'), await upload('b'), await upload('c')]
    await store.owners.add(ids, post)
    await client.query('BEGIN')
    const detached = await owners().remove(ids.slice(0, 1), post)
    expect(detached).toEqual({ detached: 1, unowned: ids.slice(0, 1) })
    const report = await owners().removeAll(post, { unowned: 'purge' })
    expect(report).toEqual({ detached: 2, unowned: ids.slice(1) })
    await client.query('COMMIT')
    expect(await store.usage()).toMatchObject({ assets: 1, bytes: 1, trashedAssets: 0 })
    expect(await store.owners.of(ids[0] ?? '')).toEqual([])
    await expect(store.select(ids.slice(1)).keep()).rejects.toMatchObject({
      code: 'asset_not_found',
    })
  })

  it('sets a field, and purges what no owner has, if the transaction commits', async () => {
    const { store, client, upload, owners } = await appFixture()
    const [old = '', next = ''] = [await upload('a'), await upload('b')]
    const avatar = { type: 'user', id: '1', field: 'avatar' }
    await store.owners.set(old, avatar)
    const replace = async (end: 'ROLLBACK' | 'COMMIT') => {
      await client.query('BEGIN')
      const report = await owners().set(next, avatar, { unowned: 'purge' })
      expect(report).toMatchObject({ attached: 1, detached: 1, unowned: [old] })
      expect(report.assets).toMatchObject([{ id: next, pendingUntil: null }])
      await client.query(end)
      return (await store.owners.list(avatar)).map(({ id }) => id)
    }
    expect(await replace('ROLLBACK')).toEqual([old])
    expect(await replace('COMMIT')).toEqual([next])
    expect(await store.usage()).toMatchObject({ assets: 1, bytes: 1 })
  })

  it('says to await a call that COMMIT overtook, and to open the store first', async () => {
    const { client, upload, owners } = await appFixture()
    const id = await upload('a')
    await client.query('BEGIN')
    const commit = client.query('COMMIT')
    await expect(owners().add(id, post)).rejects.toThrow('await this call before COMMIT')
    await commit
    await client.query('BEGIN')
    await expect(owners({ schema: 'no_store' }).add(id, post)).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'schema' },
      message: expect.stringContaining('Open the store once (openAssetStore)'),
    })
    await client.query('ROLLBACK')
  })

  it('writes the entries of an audit trail for the actor that it is given, if it commits', async () => {
    const { store, metadata, client, upload, owners } = await appFixture()
    const [a = '', b = ''] = [await upload('a'), await upload('b')]
    const trail = async () => {
      const all = { tenant: 'default', order: 'oldest', after: null, limit: 100 } as const
      return (await metadata.audit.list(all)).map(({ actor, action }) => [actor, action])
    }
    const publish = async (options: TransactionOwnersOptions, end: string) => {
      await client.query('BEGIN')
      await owners(options).add([a, b], post)
      await owners(options).remove(a, post)
      await owners(options).removeAll(post, { unowned: 'purge' })
      await client.query(end)
    }
    await publish({ actor: 'ann' }, 'ROLLBACK')
    expect(await trail()).toEqual([])
    await publish({ actor: 'ann' }, 'COMMIT')
    const noted = ['attached', 'attached', 'detached'].map((verb) => ['ann', `asset.${verb}`])
    expect(await trail()).toEqual([...noted, ['ann', 'owner.detached'], ['ann', 'asset.purged']])
    await client.query('BEGIN')
    await owners().add(a, post)
    await client.query('COMMIT')
    expect([(await trail()).length, (await store.list()).total]).toEqual([5, 1])
    expect(() => owners({ actor: '' })).toThrow('actor')
  })

  it('lets what would purge a file wait, which then finds that it has an owner', async () => {
    const { fixture, metadata, client, upload, owners } = await appFixture()
    const id = await upload('a')
    await metadata.owners.attach({ tenant: 'default', ids: [id], owner: { ...post, field: '' } })
    const session = (text: string) => client.query(text)
    await client.query('BEGIN')
    await owners().add(id, { type: 'user', id: '1' })
    const gone = metadata.owners.detachAll({ tenant: 'default', owner: post, unowned: 'purge' })
    await anotherWaits(session)
    await client.query('COMMIT')
    expect(await gone).toMatchObject({ detached: 1, unowned: [] })
    expect(await fixture.sql('SELECT FROM $schema.assets')).toHaveLength(1)
  })

  it('reaches the tenant and the scope that it is given', async () => {
    const { store, client, owners } = await appFixture()
    const ann = { createdBy: 'ann' }
    const hers = await store.for({ tenant: 'acme' }).for({ scope: ann }).upload(Buffer.from('hers'))
    const refusal = { code: 'asset_not_found' }
    await client.query('BEGIN')
    await expect(owners().add(hers.id, post)).rejects.toMatchObject(refusal)
    const bob = owners({ tenant: 'acme', scope: { createdBy: 'bob' } })
    await expect(bob.add(hers.id, post)).rejects.toMatchObject(refusal)
    await owners({ tenant: 'acme', scope: ann }).add(hers.id, post)
    await client.query('COMMIT')
    expect(await store.for({ tenant: 'acme' }).owners.list(post)).toEqual([hers])
  })

  it('refuses a client in no transaction or in one of another isolation level', async () => {
    const { client, upload, owners } = await appFixture()
    const id = await upload('a')
    const attach = () => owners().add(id, post)
    await expect(attach()).rejects.toThrow('Run BEGIN first')
    await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE')
    await expect(attach()).rejects.toThrow('ISOLATION LEVEL READ COMMITTED')
    await client.query('ROLLBACK')
    await expect(attach()).rejects.toMatchObject({ code: 'invalid_argument' })
    expect(() => ownersInTransaction({} as pg.Client)).toThrow('client')
    expect(() => owners({ schema: 'pg_x' })).toThrow('schema')
  })

  it('is refused while the records move, and records what it changes', async () => {
    const { fixture, metadata, client, upload, owners } = await appFixture()
    const id = await upload('a')
    const { source } = metadata.transfer
    const attach = async (owner = post) => {
      await client.query('BEGIN')
      try {
        await owners().add(id, owner)
      } finally {
        await client.query('COMMIT')
      }
    }
    await source.record()
    await attach()
    const { entries } = await source.changes({ after: 0, limit: 100 })
    expect(entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['asset', 'attachment']))
    await source.pauseWrites(60_000)
    await expect(attach({ type: 'post', id: '2' })).rejects.toMatchObject({
      code: 'unavailable',
      context: { phase: 'paused' },
    })
    await source.resumeWrites()
    await source.pauseWrites(60_000)
    expect(await source.handOver()).toBe(true)
    await expect(attach({ type: 'post', id: '2' })).rejects.toMatchObject({
      context: { phase: 'moved' },
    })
    const session = await sessionOn(fixture)
    expect((await session('SELECT FROM $schema.attachments')).rows).toHaveLength(1)
  })
})
