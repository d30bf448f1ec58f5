import assert from 'node:assert/strict'
import type { ContractCase } from '../contract/contract.ts'
import type { AdapterFixture } from './adapter-fixture.ts'

/** How the option `page` passes through an adapter. */
export const pageCases: readonly ContractCase<AdapterFixture>[] = [
  {
    name: 'a page needs no key, and the API beside it does',
    async run(fixture) {
      const { baseUrl, key, fetch: ask = fetch } = fixture
      const page = await ask(`${baseUrl}/`, {})
      assert.equal(page.status, 200)
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.match(await page.text(), /^<!doctype html>/)
      const script = await ask(`${baseUrl}/pages/app-1.js?x`, {})
      assert.equal(await script.text(), '1')
      const assets = `${baseUrl}/api/v1/assets`
      assert.equal((await ask(assets, {})).status, 401)
      const headers = { authorization: `Bearer ${key}` }
      assert.equal((await ask(assets, { headers })).status, 200)
    },
  },
  {
    name: 'a page is reached without its slash, also at the mount',
    async run(fixture) {
      const { baseUrl, fetch: ask = fetch } = fixture
      const { pathname } = new URL(baseUrl)
      const bare = ['/pages', ...(pathname === '/' ? [] : [''])]
      for (const path of bare) {
        const url = baseUrl + path
        const answer = await ask(`${url}?view=trash`, { redirect: 'manual' })
        assert.equal(answer.status, 308, path)
        const target = new URL(answer.headers.get('location') ?? '', url)
        assert.equal(target.href, `${url}/?view=trash`)
      }
    },
  },
  {
    name: 'a page is answered at its own paths alone, which are read only',
    async run(fixture) {
      const { baseUrl, fetch: ask = fetch } = fixture
      const url = `${baseUrl}/pages/`
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const refused = await ask(url, { method })
        assert.deepEqual([refused.status, refused.headers.get('allow')], [405, ALLOW], method)
      }
      const options = await ask(url, { method: 'OPTIONS' })
      assert.deepEqual([options.status, options.headers.get('allow')], [204, ALLOW])
      const head = await ask(url, { method: 'HEAD' })
      assert.deepEqual([head.status, await head.text()], [200, ''])
      assert.notEqual(head.headers.get('content-length'), '0')
      for (const path of ['app-1.js/', 'other', '/']) {
        assert.equal((await ask(url + path, {})).status, 404, path)
      }
    },
  },
]

const ALLOW = 'GET, HEAD, OPTIONS'
