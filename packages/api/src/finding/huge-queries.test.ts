import { createApiFixture, relativeCost } from '@stowage/testing/internal'
import { describe, expect, it } from 'vitest'

/** How many times as much: what grows with the square of such a length costs thousands of times as much. */
const FEW = 40

/** As long as a query may be, but for a few names. */
const LENGTH = 60 * 1024
const names = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`)

/** Longer than servers let through by default, for those that have been told otherwise. */
const QUERIES: Readonly<Record<string, string>> = {
  'a cursor': `page[after]=${'A'.repeat(LENGTH)}`,
  'a cursor of brackets': `page[before]=${Buffer.from('['.repeat(LENGTH / 2)).toString('base64url')}`,
  'a search': `filter[q]=${'x '.repeat(LENGTH / 2)}`,
  'a search of combining marks': `filter[q]=${'\u0301'.repeat(LENGTH)}`,
  commas: `filter[tag]=${','.repeat(LENGTH)}`,
  backslashes: `filter[extension]=${'\\'.repeat(LENGTH)}`,
  digits: `filter[size][gte]=${'9'.repeat(LENGTH)}`,
  'a time': `filter[created_at][gte]=${'2026-01-01T'.repeat(LENGTH / 11)}`,
  'a folder': `filter[folder_id]=${'a-'.repeat(LENGTH / 2)}`,
  'a media type': `filter[mime_type]=${'a'.repeat(LENGTH)}/*`,
  'a number of a page': `page=${'1'.repeat(LENGTH)}`,
  'an order': `sort=${'-'.repeat(LENGTH)}`,
  'the name of a filter': `filter[${'x'.repeat(LENGTH)}]=1`,
  'brackets in a name': `filter${'[size]'.repeat(LENGTH / 6)}=1`,
  'the name of a bound': `filter[size][${'gte'.repeat(LENGTH / 3)}]=1`,
  'the name of a member': `filter[metadata][${'~/'.repeat(LENGTH / 2)}]=1&filter[metadata][b]=${'b'.repeat(9)}&page=x`,
  metadata: names(250)
    .map((name) => `filter[metadata][${name}]=${'y'.repeat(20)}`)
    .join('&'),
  'a value of metadata': `filter[metadata][a]=${'{"a":'.repeat(LENGTH / 5)}&page=x`,
  'many parameters': names(5_000)
    .map((name) => `${name}=1`)
    .join('&'),
  'more than any client sends': `x=${'y'.repeat(1024 ** 2)}`,
}

describe('a long query', async () => {
  const { send } = await createApiFixture()

  it.each(Object.entries(QUERIES))(
    'of %s is refused, and costs little more than one that says nothing',
    async (_, query) => {
      const { status, errors, text } = await send('GET', '/assets', { query })
      expect(status).toBe(400)
      for (const { code } of errors) expect(code).toBe('invalid_parameter')
      expect(text.length).toBeLessThan(2000)
      const plain = `x=${'y'.repeat(query.length)}&page=x`.slice(-LENGTH)
      const ask = (each: string) => () => send('GET', '/assets', { query: each })
      expect(await relativeCost(ask(query), ask(plain))).toBeLessThan(FEW)
    },
  )
})
