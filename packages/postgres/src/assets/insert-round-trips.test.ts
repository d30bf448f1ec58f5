import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { fixtureOfTest, postgresUrl } from '../testing/postgres-fixture.ts'
import { reservedAsset, tenant } from '../testing/records.ts'

it('inserts with its event in four round trips: begin, lock and look, write, commit', async () => {
  const pool = new pg.Pool({ connectionString: postgresUrl(), max: 2 })
  onTestFinished(() => pool.end())
  const fixture = fixtureOfTest()
  const metadata = await fixture.open({ pool })
  const insert = async () => {
    const assets = [await reservedAsset(metadata)]
    const sent: string[] = []
    const note = (client: pg.PoolClient) => {
      const query = client.query.bind(client) as (...given: unknown[]) => unknown
      const noted = (...given: unknown[]) => {
        const [first] = given as [{ readonly text: string }]
        sent.push(first.text.trim().split(/\s/)[0] ?? '')
        return query(...given)
      }
      client.query = noted as typeof client.query
      return () => Reflect.deleteProperty(client, 'query')
    }
    let restore = () => false
    pool.once('acquire', (client) => {
      restore = note(client)
    })
    const record = { actor: 'someone', audit: false, events: true }
    await metadata.assets.insert({ tenant, assets, keyId: null, quota: null, record })
    restore()
    return sent
  }
  // The first one makes the tenant.
  await insert()
  expect(await insert()).toEqual(['BEGIN', 'WITH', 'WITH', 'SET'])
})
