import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { openPostgresMetadata } from './open-postgres-metadata.ts'

describe('openPostgresMetadata, options', () => {
  const connectionString = 'postgresql://127.0.0.1:1/none'
  it.each<[unknown, string, RegExp]>([
    [undefined, 'pool', /Pass either pool or connectionString/],
    [connectionString, 'options', /an object of options for openPostgresMetadata/],
    [{ connectionString, pool: new pg.Pool() }, 'pool', /Pass one of them/],
    [{ pool: pg.Pool }, 'pool', /a pool, such as new Pool\(\) of pg/],
    [{ pool: {} }, 'pool', /a pool/],
    [{ connectionString: 'me:secret@host/db' }, 'connectionString', /^(?!.*secret).*postgresql:/],
    [{ connectionString, migrationUrl: 7 }, 'migrationUrl', /a URL/],
    [{ connectionString, schema: '' }, 'schema', /1 to 63 bytes/],
    [{ connectionString, schema: 7 }, 'schema', /1 to 63 bytes/],
    [{ connectionString, connections: 0 }, 'connections', /from 1 to 10000/],
    [{ connectionString, statementTimeout: '10s' }, 'statementTimeout', /not a string/],
    [{ connectionString, readOnly: 'no' }, 'readOnly', /true or false/],
    [{ connectionString, clock: 5 }, 'clock', /a function/],
    [{ connectionstring: connectionString }, 'connectionstring', /Did you mean connectionString\?/],
  ])('refuses %j', async (options, argument, message) => {
    await expect(openPostgresMetadata(options as never)).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument },
      message: expect.stringMatching(message),
    })
  })
})
