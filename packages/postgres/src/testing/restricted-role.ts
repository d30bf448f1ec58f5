import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type PostgresFixture, postgresUrl } from './postgres-fixture.ts'

/** Makes the schema and a role that may only look into it; `name` is quoted. */
export async function restrictedRole(fixture: PostgresFixture): Promise<{
  readonly name: string
  /** The name, unquoted. */
  readonly role: string
  readonly app: { readonly url: string }
}> {
  const role = `role ${fixture.schema}`.replaceAll('"', '').slice(0, 60)
  const name = pg.escapeIdentifier(role)
  await fixture.sql(`CREATE ROLE ${name} LOGIN PASSWORD 'secret'`)
  onTestFinished(async () => {
    const client = new pg.Client({ connectionString: postgresUrl() })
    await client.connect()
    await client.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`)
    await client.end()
  })
  await fixture.sql('CREATE SCHEMA $schema')
  await fixture.sql(`GRANT USAGE ON SCHEMA $schema TO ${name}`)
  const url = new URL(postgresUrl())
  url.username = encodeURIComponent(role)
  url.password = 'secret'
  return { name, role, app: { url: url.href } }
}

/**
 * Makes the schema and a role that may do everything in it but is no superuser, so that limits and settings apply to
 * it.
 */
export async function ownRole(fixture: PostgresFixture): ReturnType<typeof restrictedRole> {
  const made = await restrictedRole(fixture)
  await fixture.sql(`GRANT ALL ON SCHEMA $schema TO ${made.name}`)
  return made
}
