import { describe, expect, it } from 'vitest'
import { fixtureOfTest } from '../testing/postgres-fixture.ts'
import { ownRole } from '../testing/restricted-role.ts'
import { QueryFailure, toStoreError } from './failure.ts'

describe('postgres, where PostgreSQL refuses for good', () => {
  it('says that the login is refused', async () => {
    const fixture = fixtureOfTest()
    const { name, app } = await ownRole(fixture)
    await fixture.sql(`ALTER ROLE ${name} NOLOGIN`)
    await expect(fixture.open(app)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('refuses the login'),
    })
  })

  it('says that there is no such database', async () => {
    const fixture = fixtureOfTest()
    const { app } = await ownRole(fixture)
    const url = new URL(app.url)
    url.pathname = '/none'
    await expect(fixture.open({ ...app, url: url.href })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Create it'),
    })
  })

  it('says that it is read-only, as a standby is', () => {
    const cause = Object.assign(new Error('cannot execute INSERT'), {
      code: '25006',
      severity: 'ERROR',
    })
    expect(toStoreError(new QueryFailure(cause))).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/is read-only here.*default_transaction_read_only/),
    })
  })

  it('says which rights the role lacks', async () => {
    const fixture = fixtureOfTest()
    const { name, app } = await ownRole(fixture)
    const metadata = await fixture.open(app)
    await fixture.sql(`REVOKE ALL ON ALL TABLES IN SCHEMA $schema FROM ${name}`)
    await fixture.sql(`ALTER TABLE $schema.assets OWNER TO CURRENT_USER`)
    await expect(
      metadata.assets.get({ id: '01a20725-073f-7742-a5cd-c6b735529bf5' }),
    ).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('grant it') })
  })
})
