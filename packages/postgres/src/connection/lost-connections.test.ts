import { newAsset } from '@stowage/testing'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cuttingProxy } from '../testing/cutting-proxy.ts'
import { fixtureOfTest, postgresUrl } from '../testing/postgres-fixture.ts'
import { lasting, reservedAsset, tenant } from '../testing/records.ts'

describe('postgres, connections being lost', () => {
  async function proxied(statementTimeout = 10_000) {
    const proxy = await cuttingProxy()
    const fixture = fixtureOfTest()
    const metadata = await fixture.open({ url: proxy.url, statementTimeout })
    const first = await reservedAsset(metadata)
    await metadata.assets.insert({ tenant, assets: [first], keyId: null, quota: null })
    return { proxy, fixture, metadata }
  }

  it.each(['before', 'after'] as const)(
    'answers outcome_unknown when it happens %s a COMMIT is done, and works afterwards',
    async (when) => {
      const { proxy, metadata } = await proxied()
      const asset = await reservedAsset(metadata)
      const request = { tenant, assets: [asset], keyId: null, quota: null }
      proxy.cutAt('; COMMIT', when)
      await expect(metadata.assets.insert(request)).rejects.toMatchObject({
        code: 'outcome_unknown',
      })
      expect(proxy.cuts).toBe(1)
      const found = await metadata.assets.get({ id: asset.id })
      if (when === 'after') expect(found?.id).toBe(asset.id)
      else {
        expect(found).toBeNull()
        await metadata.assets.insert(request)
      }
      expect((await metadata.assets.get({ id: asset.id }))?.seq).toBe(2)
    },
  )

  it.each(['BEGIN', 'INSERT INTO'])('tries a write again when it happens at %s', async (text) => {
    const { proxy, metadata } = await proxied()
    const asset = await reservedAsset(metadata)
    proxy.cutAt(text, 'before')
    await metadata.assets.insert({ tenant, assets: [asset], keyId: null, quota: null })
    expect(proxy.cuts).toBe(1)
    expect((await metadata.assets.get({ id: asset.id }))?.seq).toBe(2)
  })

  it('tries a read again', async () => {
    const { proxy, metadata } = await proxied()
    proxy.cutAt('SELECT', 'before')
    expect(await metadata.assets.get({ id: newAsset().id })).toBeNull()
    expect(proxy.cuts).toBe(1)
  })

  it('answers unavailable when they are lost again and again, having changed nothing', async () => {
    const { proxy, metadata } = await proxied()
    const asset = await reservedAsset(metadata)
    const request = { tenant, assets: [asset], keyId: null, quota: null }
    proxy.cutAt('INSERT INTO', 'before', 1000)
    await expect(metadata.assets.insert(request)).rejects.toMatchObject({ code: 'unavailable' })
    proxy.cutAt('INSERT INTO', 'before', 0)
    expect((await metadata.assets.insert(request)).assets).toHaveLength(1)
  })

  it('answers unavailable when the server falls silent, and outcome_unknown at a COMMIT', async () => {
    const { proxy, metadata } = await proxied(300)
    const asset = await reservedAsset(metadata)
    proxy.cutAt('SELECT', 'silent', 1000)
    await expect(metadata.assets.get({ id: asset.id })).rejects.toMatchObject({
      code: 'unavailable',
    })
    proxy.cutAt('; COMMIT', 'silent')
    await expect(
      metadata.assets.insert({ tenant, assets: [asset], keyId: null, quota: null }),
    ).rejects.toMatchObject({ code: 'outcome_unknown' })
  })

  it('is unavailable where nothing listens, and says nothing of the password', async () => {
    const opening = fixtureOfTest().open({
      url: 'postgresql://a:secret@127.0.0.1:1/a',
    })
    const error = await opening.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'unavailable' })
    expect(`${error} ${(error as Error).cause}`).not.toContain('secret')
  })

  it.each(['own', 'given'])(
    'outlives a server that ends a connection of the %s pool with its greeting',
    async (whose) => {
      const proxy = await cuttingProxy()
      const pool = new pg.Pool({ connectionString: proxy.url, max: 1 })
      onTestFinished(() => pool.end())
      const metadata = await fixtureOfTest().open(
        whose === 'given' ? { pool } : { url: proxy.url, connections: 1 },
      )
      proxy.cutAt('SELECT', 'before')
      proxy.dismissNext()
      expect(await metadata.assets.get({ id: newAsset().id })).toBeNull()
      expect(proxy.cuts).toBe(2)
    },
  )

  it.each(['own', 'given'])(
    'outlives the end of every idle connection of its %s pool',
    async (whose) => {
      const fixture = fixtureOfTest()
      const name = `idle ${fixture.schema}`.slice(0, 60)
      const pool = new pg.Pool({ connectionString: postgresUrl(), application_name: name })
      onTestFinished(() => pool.end())
      const url = new URL(postgresUrl())
      url.searchParams.set('application_name', name)
      const metadata = await fixture.open(whose === 'given' ? { pool } : { url: url.href })
      await Promise.all(
        Array.from({ length: 8 }, (_, n) => metadata.blobs.reserve([`key${n}`], lasting)),
      )
      const [{ ended } = { ended: 0 }] = await fixture.sql<{ ended: number }>(
        `SELECT count(pg_terminate_backend(pid))::int AS ended FROM pg_stat_activity
        WHERE application_name = $1`,
        [name],
      )
      expect(ended).toBeGreaterThan(0)
      expect(await metadata.blobs.claim({ keys: ['key0', 'key7'] })).toEqual(['key0', 'key7'])
    },
  )
})
