import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { postgres } from './open-postgres-metadata.ts'

describe('postgres, options', () => {
  const url = 'postgresql://127.0.0.1:1/none'
  it.each<[unknown, string, RegExp]>([
    [undefined, 'url', /url is undefined/],
    [{ url: undefined }, 'url', /url is undefined/],
    [url, 'options', /an object of options for postgres/],
    [{ url, pool: new pg.Pool() }, 'pool', /Pass one of them/],
    [{ pool: pg.Pool }, 'pool', /a pool, such as new Pool\(\) of pg/],
    [{ pool: {} }, 'pool', /a pool/],
    [{ pool: { connect() {}, removeListener() {} } }, 'pool', /a pool/],
    [{ url: 'me:secret@host/db' }, 'url', /^(?!.*secret).*postgresql:/],
    [{ url, migrationUrl: 7 }, 'migrationUrl', /a URL/],
    [{ url, schema: '' }, 'schema', /1 to 63 bytes/],
    [{ url, schema: 7 }, 'schema', /1 to 63 bytes/],
    [{ url, connections: 0 }, 'connections', /from 1 to 10000/],
    [{ url, statementTimeout: '10s' }, 'statementTimeout', /not a string/],
    [{ url, readOnly: 'no' }, 'readOnly', /true or false/],
    [{ url, clock: 5 }, 'clock', /a function/],
    [{ connectionString: url }, 'connectionString', /Did you mean url\?/],
  ])('refuses %j', async (options, argument, message) => {
    const { readOnly, ...location } = Object(options)
    const how = readOnly === undefined ? {} : { readOnly }
    const given = typeof options === 'string' ? options : location
    await expect(async () => postgres(given).open(how)).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument },
      message: expect.stringMatching(message),
    })
  })
})
