import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import type { AssetCollection } from '@stowage/api'
import type { ContractCase } from '../contract/contract.ts'
import type { HttpFixture } from '../http/http-fixture.ts'
import { openSocket, writeThenRead } from '../http/raw-http.ts'
import { clientOf } from './http-client.ts'

const SOME_UUID = '019b3c5e-7a54-7c0e-9d3f-5f1b0a6f4e21'

/** What holds on every route: paths, methods, headers. */
export const protocolCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'an unknown path is 404 route_not_found, with or without a key',
    async run(fixture) {
      const client = await clientOf(fixture)
      for (const path of ['/', '/nothing', '/assets//', '/assets/a/b', '/Assets', '/files/x']) {
        await client.refused('GET', path, {}, [404, 'route_not_found'])
        await client.refused('GET', path, { key: null }, [404, 'route_not_found'])
      }
    },
  },
  {
    name: 'a known path with a wrong method is 405 with Allow; OPTIONS is 204 with the same, without a key',
    async run(fixture) {
      const client = await clientOf(fixture)
      const paths: readonly (readonly [string, string])[] = [
        ['/assets', 'POST, GET, HEAD, OPTIONS'],
        ['/assets/bulk-upload', 'POST, OPTIONS'],
        ['/assets/bulk-trash', 'POST, OPTIONS'],
        ['/assets/bulk-restore', 'POST, OPTIONS'],
        ['/assets/bulk-permanent', 'DELETE, OPTIONS'],
        [`/assets/${SOME_UUID}`, 'GET, HEAD, PATCH, OPTIONS'],
        [`/files/${SOME_UUID}/content`, 'GET, HEAD, OPTIONS'],
        [`/files/${SOME_UUID}/download`, 'GET, HEAD, OPTIONS'],
        ['/openapi.json', 'GET, HEAD, OPTIONS'],
      ]
      for (const [path, allow] of paths) {
        const refusal = await client.send('PUT', path, { key: null })
        client.errors(refusal, 405, 'method_not_allowed')
        assert.equal(refusal.headers.get('allow'), allow)
        const options = await client.send('OPTIONS', path, { key: null })
        assert.deepEqual([options.status, options.headers.get('allow')], [204, allow])
        assert.equal(options.bytes.length, 0)
      }
    },
  },
  {
    name: 'a method that the routes do not know, WebDAV and QUERY among them, is 405 with Allow; 404 on an unknown path',
    async run(fixture) {
      const client = await clientOf(fixture)
      const unknown = ['PROPFIND', 'SEARCH', 'MKCOL', 'LOCK', 'REPORT', 'PURGE', 'QUERY']
      for (const method of unknown.filter((each) => METHODS.includes(each))) {
        for (const key of [null, client.key]) {
          const refusal = await client.send(method, '/assets', { key })
          client.errors(refusal, 405, 'method_not_allowed')
          assert.equal(refusal.headers.get('allow'), 'POST, GET, HEAD, OPTIONS', method)
        }
        const withBody = { key: null, json: { depth: 1 } }
        await client.refused(method, '/assets', withBody, [405, 'method_not_allowed'])
        await client.refused(method, '/nothing', { key: null }, [404, 'route_not_found'])
      }
    },
  },
  {
    name: 'a request target in absolute form names the host of links, not the Host header',
    needs: ['sockets'],
    async run(fixture) {
      const { host, pathname } = new URL(fixture.baseUrl)
      const mount = pathname.replace(/\/$/, '')
      const socket = await openSocket(fixture)
      const head = [
        `GET http://media.example:8443${mount}/api/v1/assets?page=1 HTTP/1.1`,
        `Host: ${host}`,
        `Authorization: Bearer ${fixture.key}`,
        'Connection: close',
      ]
      const { status, body } = await writeThenRead(socket, [`${head.join('\r\n')}\r\n\r\n`])
      assert.equal(status, 200, body)
      const { meta } = JSON.parse(body) as AssetCollection
      assert.equal(meta.path, `http://media.example:8443${mount}/api/v1/assets`)
    },
  },
  {
    name: 'a path whose percent-encoding is broken is no route: 404',
    async run(fixture) {
      const client = await clientOf(fixture)
      if (fixture.refusesBrokenUrls) {
        const { status } = await client.fetch('/assets/%zz', {})
        assert.equal(status, 400)
      } else {
        await client.refused('GET', '/assets/%zz', {}, [404, 'asset_not_found'])
        await client.refused('GET', '/%zz', { key: null }, [404, 'route_not_found'])
      }
    },
  },
  {
    name: 'X-Request-Id is echoed when usable, else made, and is the id of errors',
    async run(fixture) {
      const client = await clientOf(fixture)
      for (const id of ['a', 'Trace_1.2-3', 'x'.repeat(128)]) {
        const { headers } = await client.send('GET', '/nothing', {
          headers: { 'x-request-id': id },
        })
        assert.equal(headers.get('x-request-id'), id)
      }
      for (const id of ['x'.repeat(129), 'a b', '"><script>', 'é']) {
        const answer = await client.send('GET', '/nothing', { headers: { 'x-request-id': id } })
        assert.notEqual(answer.headers.get('x-request-id'), id)
        client.errors(answer, 404, 'route_not_found')
      }
    },
  },
  {
    name: 'an Accept that rules out our JSON is 406; every usual one is served',
    async run(fixture) {
      const client = await clientOf(fixture)
      const accepted = [
        '*/*',
        'application/*',
        'application/json',
        'application/vnd.api+json',
        'text/html, application/json;q=0.9',
        'text/html, */*;q=0.1',
        'application/json; charset=utf-8',
        'application/vnd.api+json; profile="x"',
        '',
        '*',
      ]
      for (const accept of accepted) {
        assert.equal(
          (await client.send('GET', '/assets', { headers: { accept } })).status,
          200,
          accept,
        )
      }
      const refused = [
        'text/html',
        'image/*',
        'application/xml, text/plain',
        '*/*;q=0',
        'application/vnd.api+json;q=0, */*',
      ]
      for (const accept of refused) {
        await client.refused('GET', '/assets', { headers: { accept } }, [406, 'not_acceptable'])
      }
    },
  },
  {
    name: 'HEAD is answered like GET, without the body',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id, attributes } = await client.upload('head')
      const paths = [`/assets/${id}`, '/openapi.json', attributes.url, attributes.download_url]
      for (const path of [...paths, '/assets/unknown', '/nothing']) {
        const get = await client.send('GET', path, { headers: { 'x-request-id': 'same' } })
        const head = await client.send('HEAD', path, { headers: { 'x-request-id': 'same' } })
        assert.equal(head.status, get.status)
        assert.equal(head.bytes.length, 0)
        for (const [name, value] of get.headers) {
          if (name === 'date' || name === 'connection' || name === 'keep-alive') continue
          assert.equal(head.headers.get(name), value, `${name} of HEAD ${path}`)
        }
      }
    },
  },
  {
    name: 'the description is served as OpenAPI 3.1 and names every route',
    async run(fixture) {
      const client = await clientOf(fixture)
      const answer = await client.send('GET', '/openapi.json')
      const { openapi, info, paths } = client.document<{
        openapi: string
        info: { version: string }
        paths: Record<string, Record<string, unknown>>
      }>(answer, 200, 'Description')
      assert.match(openapi, /^3\.1\./)
      assert.equal(info.version, '1.0.0')
      const described = Object.entries(paths).flatMap(([path, item]) =>
        Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
      )
      assert.deepEqual(described.toSorted(), [
        'DELETE /assets/bulk-permanent',
        'DELETE /folders/{folderId}',
        'DELETE /jobs/{jobId}',
        'DELETE /keys/{keyId}',
        'DELETE /uploads/{uploadId}',
        'DELETE /webhooks/{webhookId}',
        'GET /assets',
        'GET /assets/{assetId}',
        'GET /events',
        'GET /files/{publicFileId}/content',
        'GET /files/{publicFileId}/download',
        'GET /folders',
        'GET /folders/{folderId}',
        'GET /health/live',
        'GET /health/ready',
        'GET /jobs',
        'GET /keys',
        'GET /openapi.json',
        'GET /uploads',
        'GET /uploads/{uploadId}',
        'GET /usage',
        'GET /webhooks',
        'GET /webhooks/{webhookId}',
        'GET /webhooks/{webhookId}/deliveries',
        'PATCH /assets/{assetId}',
        'PATCH /folders/{folderId}',
        'PATCH /uploads/{uploadId}',
        'PATCH /webhooks/{webhookId}',
        'POST /assets',
        'POST /assets/bulk-favourite',
        'POST /assets/bulk-move',
        'POST /assets/bulk-restore',
        'POST /assets/bulk-tag',
        'POST /assets/bulk-trash',
        'POST /assets/bulk-upload',
        'POST /assets/{assetId}/copy',
        'POST /folders',
        'POST /jobs/{jobId}/retry',
        'POST /keys',
        'POST /upload-tickets',
        'POST /uploads',
        'POST /webhooks',
        'POST /webhooks/{webhookId}/deliveries/{deliveryId}/retry',
        'POST /webhooks/{webhookId}/ping',
        'POST /webhooks/{webhookId}/replay',
        'POST /webhooks/{webhookId}/rotate',
        'PUT /assets/{assetId}/content',
      ])
    },
  },
]
