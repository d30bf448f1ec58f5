import assert from 'node:assert/strict'
import type { ContractCase } from '../contract/contract.ts'
import type { HttpFixture } from '../http/http-fixture.ts'
import { type Content, clientOf } from './http-client.ts'

const SOME_UUID = '019b3c5e-7a54-7c0e-9d3f-5f1b0a6f4e21'

/** The input of a request: the parameters of its query, and its JSON body. */
export const inputCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'unknown members of parameter families are 400 and named, as are other common names of list parameters; the rest is ignored',
    async run(fixture) {
      const client = await clientOf(fixture)
      const unknown = [
        'filter[name]',
        'filter[trashed][x]',
        'sort',
        'include',
        'fields[assets]',
        'page[size]',
      ]
      for (const parameter of unknown) {
        const query = new URLSearchParams([[parameter, 'x']])
        const [error] = await client.refused('GET', `/assets?${query}`, {}, [
          400,
          'invalid_parameter',
        ])
        assert.deepEqual(error?.source, { parameter })
      }
      for (const parameter of ['limit', 'offset', 'q', 'search']) {
        const query = `?${parameter}=5`
        const [error] = await client.refused('GET', `/assets${query}`, {}, [
          400,
          'invalid_parameter',
        ])
        assert.deepEqual(error?.source, { parameter })
        assert.equal((await client.send('GET', `/openapi.json${query}`)).status, 200)
      }
      const ignored = '?utm_source=x&__proto__=1&constructor=2&cache-buster=%00'
      assert.equal((await client.send('GET', `/assets${ignored}`)).status, 200)
    },
  },
  {
    name: 'parameters that are known must make sense, and come once',
    async run(fixture) {
      const client = await clientOf(fixture)
      const wrong = [
        ['page', '0'],
        ['page', '-1'],
        ['page', '1.5'],
        ['page', ''],
        ['page', '1e3'],
        ['page', '99999999999999999999'],
        ['per_page', '0'],
        ['per_page', '101'],
        ['per_page', 'all'],
        ['filter[trashed]', 'without'],
        ['with_meta', 'yes'],
      ] as const
      for (const [parameter, value] of wrong) {
        const query = new URLSearchParams([[parameter, value]])
        const [error] = await client.refused('GET', `/assets?${query}`, {}, [
          400,
          'invalid_parameter',
        ])
        assert.deepEqual(error?.source, { parameter })
      }
      await client.refused('GET', '/assets?page=1&page=2', {}, [400, 'invalid_parameter'])
    },
  },
  {
    name: 'a body of the wrong media type is 415, broken JSON 400, JSON of the wrong shape 422',
    async run(fixture) {
      const client = await clientOf(fixture)
      const send = (type: string, body: Content) => ({ headers: { 'content-type': type }, body })
      const path = '/assets/bulk-trash'
      const ids = JSON.stringify({ asset_ids: [SOME_UUID] })
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'nonsense']) {
        await client.refused('POST', path, send(type, ids), [415, 'unsupported_media_type'])
      }
      for (const type of [
        'application/json; charset=UTF-8',
        'application/json; charset=utf8',
        'application/vnd.api+json',
      ]) {
        await client.refused('POST', path, send(type, ids), [404, 'asset_not_found'])
      }
      const encoded = { ...send('application/json', ids).headers, 'content-encoding': 'gzip' }
      await client.refused('POST', path, { headers: encoded, body: ids }, [
        415,
        'unsupported_media_type',
      ])
      await client.refused('POST', '/assets', { json: {} }, [415, 'unsupported_media_type'])
      for (const body of ['', '{', '{"asset_ids":[}', '\u{feff}x', "{'a':1}"]) {
        await client.refused('POST', path, send('application/json', body), [
          400,
          'malformed_request',
        ])
      }
      const latin1 = Buffer.from('{"asset_ids":["\xe9"]}', 'latin1')
      await client.refused('POST', path, send('application/json', latin1), [
        400,
        'malformed_request',
      ])
      for (const depth of [65, 45_000]) {
        const nested = '['.repeat(depth) + ']'.repeat(depth)
        for (const body of [nested, `{"asset_ids":${nested}}`]) {
          await client.refused('POST', path, send('application/json', body), [
            400,
            'malformed_request',
          ])
        }
      }
      for (const json of [[], 1, null, 'x', {}, { asset_ids: {} }, { asset_ids: [] }]) {
        await client.refused('POST', path, { json }, [422, 'invalid_body'])
      }
      const [error] = await client.refused('POST', path, { json: { asset_ids: [SOME_UUID, 7] } }, [
        422,
        'invalid_body',
      ])
      assert.deepEqual(error?.source, { pointer: '/asset_ids/1' })
      const huge = JSON.stringify({ asset_ids: [SOME_UUID], padding: 'x'.repeat(1024 ** 2) })
      await client.refused('POST', path, send('application/json', huge), [413, 'body_too_large'])
    },
  },
]
