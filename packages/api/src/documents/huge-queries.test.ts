import { describe, expect, it } from 'vitest'
import { createApiFixture } from '../testing/api-fixture.ts'

const MEBIBYTE = 1024 ** 2
const names = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`)

/** Longer than servers let through by default, for those that have been told otherwise. */
const QUERIES: Readonly<Record<string, string>> = {
  'a cursor': `page[after]=${'A'.repeat(MEBIBYTE)}`,
  'a cursor of brackets': `page[before]=${Buffer.from('['.repeat(MEBIBYTE)).toString('base64url')}`,
  'a search': `filter[q]=${'x '.repeat(MEBIBYTE / 2)}`,
  'a search of combining marks': `filter[q]=${'\u0301'.repeat(MEBIBYTE / 2)}`,
  commas: `filter[tag]=${','.repeat(MEBIBYTE)}`,
  backslashes: `filter[extension]=${'\\'.repeat(MEBIBYTE)}`,
  digits: `filter[size][gte]=${'9'.repeat(MEBIBYTE)}`,
  'a time': `filter[created_at][gte]=${'2026-01-01T'.repeat(MEBIBYTE / 11)}`,
  'a folder': `filter[folder_id]=${'a-'.repeat(MEBIBYTE / 2)}`,
  'a media type': `filter[mime_type]=${'a'.repeat(MEBIBYTE)}/*`,
  'a number of a page': `page=${'1'.repeat(MEBIBYTE)}`,
  'an order': `sort=${'-'.repeat(MEBIBYTE)}`,
  'the name of a filter': `filter[${'x'.repeat(MEBIBYTE)}]=1`,
  'brackets in a name': `filter${'[size]'.repeat(MEBIBYTE / 6)}=1`,
  'the name of a bound': `filter[size][${'gte'.repeat(MEBIBYTE / 3)}]=1`,
  metadata: names(20_000)
    .map((name) => `filter[metadata][${name}]=${'y'.repeat(20)}`)
    .join('&'),
  'a value of metadata': `filter[metadata][a]=${'{"a":'.repeat(MEBIBYTE / 5)}`,
  'other parameters': names(100_000)
    .map((name) => `${name}=1`)
    .join('&'),
}

describe('a query of 1 MiB', () => {
  it.each(Object.entries(QUERIES))('of %s is answered at once', async (name, query) => {
    const { send } = await createApiFixture()
    const before = process.cpuUsage()
    const { status, errors } = await send('GET', '/assets', { query })
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(1500)
    expect(status).toBe(name === 'other parameters' ? 200 : 400)
    for (const { code } of errors) expect(code).toBe('invalid_parameter')
  })
})
