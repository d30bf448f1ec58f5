import { randomUUID } from 'node:crypto'
import { newAsset, newKey, newTicket } from '@stowage/testing'
import { expect, it } from 'vitest'
import { fixtureOfTest } from '../testing/postgres-fixture.ts'
import { anotherWaits, sessionOn } from '../testing/postgres-session.ts'
import { lasting } from '../testing/records.ts'

const tenant = 'gone'
const job = { kind: 'k', key: null, payload: null, priority: 0, delay: 0, maxAttempts: 1 }

it.each(['folder', 'key', 'ticket', 'asset', 'job'] as const)(
  'adds no %s to a tenant whose erasure began while it waited for it',
  async (what) => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    const folder = { tenant, name: 'F', parentId: null }
    await metadata.folders.create({ ...folder, id: randomUUID() })
    const asset = newAsset()
    await metadata.blobs.reserve([asset.blobKey], lasting)
    const adding = {
      folder: () => metadata.folders.create({ ...folder, id: randomUUID(), name: 'G' }),
      key: () => metadata.apiKeys.create(newKey({ tenant })),
      ticket: () => metadata.tickets.create(newTicket({ tenant })),
      asset: () => metadata.assets.insert({ tenant, assets: [asset], keyId: null, quota: null }),
      job: () => metadata.jobs.enqueue({ tenant, jobs: [job] }),
    }
    const session = await sessionOn(fixture)
    await session('BEGIN')
    await session(`SELECT 1 FROM $schema.tenants WHERE name = '${tenant}' FOR UPDATE`)
    const added = adding[what]().then(
      () => 'added',
      (error: { readonly code: string }) => error.code,
    )
    await anotherWaits(session)
    await session(`UPDATE $schema.tenants SET erasing = true WHERE name = '${tenant}'`)
    await session('COMMIT')
    expect(await added).toBe('unavailable')
  },
)

it('erases the job that was enqueued by a transaction which had not ended when the erasure began', async () => {
  const fixture = fixtureOfTest()
  const metadata = await fixture.open()
  await metadata.jobs.enqueue({ tenant, jobs: [job] })
  const session = await sessionOn(fixture)
  await session('BEGIN')
  await session(`SELECT 1 FROM $schema.tenants WHERE name = '${tenant}' FOR KEY SHARE`)
  let hasBegun = false
  const begun = metadata.erasures.begin(tenant).then(() => {
    hasBegun = true
  })
  await anotherWaits(session)
  await session(
    `INSERT INTO $schema.jobs SELECT (json_populate_record(j, json_build_object('id', '${randomUUID()}'))).*
      FROM $schema.jobs j`,
  )
  expect(hasBegun).toBe(false)
  await session('COMMIT')
  await begun
  while (!(await metadata.erasures.step({ tenant, limit: 9 })).isDone);
  expect(await metadata.jobs.list({ after: null, limit: 9 })).toEqual({ jobs: [], next: null })
})

it('enqueues jobs of a tenant while other transactions write it and enqueue', async () => {
  const fixture = fixtureOfTest()
  const metadata = await fixture.open()
  const [first] = await metadata.jobs.enqueue({ tenant, jobs: [job] })
  const session = await sessionOn(fixture)
  await session('BEGIN')
  await session(`UPDATE $schema.tenants SET bytes = bytes + 1 WHERE name = '${tenant}'`)
  await session(`SELECT 1 FROM $schema.tenants WHERE name = '${tenant}' FOR KEY SHARE`)
  const ids = await metadata.jobs.enqueue({ tenant, jobs: [job, job] })
  await session('COMMIT')
  const listed = await metadata.jobs.list({ tenant, after: null, limit: 9 })
  expect(listed.jobs.map(({ id }) => id).toSorted()).toEqual([first, ...ids].toSorted())
})
