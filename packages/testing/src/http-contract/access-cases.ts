import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ContractCase } from '../contract/contract.ts'
import { type HttpFixture, issuedKey } from '../http/http-fixture.ts'
import { headThenMebibytes, openSocket, uploadHead, writeThenRead } from '../http/raw-http.ts'
import { clientOf, formOf, HttpClient } from './http-client.ts'

/** In bytes. */
const MEBIBYTE = 1024 ** 2

/** Request headers that pages of allowed origins may send. */
const ALLOWED_HEADERS = [
  'authorization',
  'content-type',
  'cache-control',
  'x-requested-with',
  'idempotency-key',
  'if-match',
  'range',
]

/** Keys, permissions, tenants, and pages of other origins. */
export const accessCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'without a valid key every route is 401 with a challenge, in one wording',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id, attributes } = await client.upload('secret')
      const routes = [
        ['GET', '/assets'],
        ['POST', '/assets'],
        ['POST', '/assets/bulk-upload'],
        ['GET', `/assets/${id}`],
        ['GET', '/assets/unknown'],
        ['PATCH', `/assets/${id}`],
        ['POST', '/assets/bulk-trash'],
        ['POST', '/assets/bulk-restore'],
        ['DELETE', '/assets/bulk-permanent'],
        ['POST', '/upload-tickets'],
        ['POST', '/uploads'],
        ['GET', '/uploads'],
        ['GET', `/uploads/${id}`],
        ['PATCH', `/uploads/${id}`],
        ['DELETE', `/uploads/${id}`],
        ['GET', '/keys'],
        ['POST', '/keys'],
        ['DELETE', '/keys/unknown'],
        ['GET', '/jobs'],
        ['POST', `/jobs/${id}/retry`],
        ['DELETE', `/jobs/${id}`],
        ['GET', '/webhooks'],
        ['POST', '/webhooks'],
        ['GET', `/webhooks/${id}`],
        ['PATCH', `/webhooks/${id}`],
        ['DELETE', `/webhooks/${id}`],
        ['POST', `/webhooks/${id}/rotate`],
        ['POST', `/webhooks/${id}/ping`],
        ['POST', `/webhooks/${id}/replay`],
        ['GET', `/webhooks/${id}/deliveries`],
        ['POST', `/webhooks/${id}/deliveries/${id}/retry`],
        ['GET', attributes.url],
        ['GET', attributes.download_url],
        ['GET', '/openapi.json'],
      ] as const
      const wordings = new Set<string>()
      for (const [method, path] of routes) {
        const missing = await client.send(method, path, { key: null })
        const invalid = await client.send(method, path, { key: `${fixture.key.slice(0, -1)}!` })
        for (const answer of [missing, invalid]) {
          for (const error of client.errors(answer, 401, 'unauthenticated'))
            wordings.add(error.detail)
        }
        assert.match(missing.headers.get('www-authenticate') ?? '', /^Bearer realm="[^"]*"$/)
        assert.match(
          invalid.headers.get('www-authenticate') ?? '',
          /^Bearer realm="[^"]*", error="invalid_token"$/,
        )
      }
      assert.equal(wordings.size, 1)
    },
  },
  {
    name: 'a load balancer learns without a key whether the service lives and is ready, and nothing else',
    async run(fixture) {
      const client = await clientOf(fixture)
      for (const path of ['/health/live', '/health/ready']) {
        for (const method of ['GET', 'HEAD']) {
          assert.equal((await client.send(method, path, { key: null })).status, 204)
        }
      }
      assert.equal((await client.send('GET', '/health', { key: null })).status, 404)
    },
  },
  {
    name: 'the scheme of Authorization is not case-sensitive, and no other scheme will do',
    async run(fixture) {
      const client = await clientOf(fixture)
      const answerTo = async (authorization: string) =>
        (await client.send('GET', '/assets', { key: null, headers: { authorization } })).status
      assert.equal(await answerTo(`bearer ${fixture.key}`), 200)
      assert.equal(await answerTo(`BEARER ${fixture.key}`), 200)
      assert.equal(await answerTo(`Basic ${fixture.key}`), 401)
      assert.equal(await answerTo(fixture.key), 401)
      const bare = await client.send('GET', '/assets', {
        key: null,
        headers: { authorization: 'Bearer' },
      })
      client.errors(bare, 401, 'unauthenticated')
      assert.doesNotMatch(bare.headers.get('www-authenticate') ?? '', /error=/)
      assert.equal(await answerTo(`Bearer ${fixture.key}, Bearer ${fixture.key}`), 401)
    },
  },
  {
    name: 'a key may do what its permissions say, anything else is 403',
    needs: ['issueKey'],
    async run(fixture) {
      const tenant = `tenant-${randomUUID()}`
      const [reader, writer, deleter] = await Promise.all(
        (['read', 'write', 'delete'] as const).map(
          async (permission) =>
            new HttpClient(
              fixture,
              await issuedKey(fixture, { tenant, permissions: [permission] }),
            ),
        ),
      )
      assert(reader && writer && deleter)
      const { id, attributes } = await writer.upload('shared')
      await reader.get(id)
      assert.equal((await reader.send('GET', attributes.url)).status, 200)
      await deleter.change('bulk-trash', [id])
      await writer.change('bulk-restore', [id])

      const json = { asset_ids: [id] }
      const forbidden = [403, 'forbidden'] as const
      await writer.refused('GET', '/assets', {}, forbidden)
      await deleter.refused('GET', `/assets/${id}`, {}, forbidden)
      await writer.refused('GET', attributes.url, {}, forbidden)
      await reader.refused('POST', '/assets', { body: formOf({ file: ['x', 'x'] }) }, forbidden)
      await reader.refused('PATCH', `/assets/${id}`, { json: {} }, forbidden)
      await reader.refused('POST', '/assets/bulk-restore', { json }, forbidden)
      await writer.refused('POST', '/assets/bulk-trash', { json }, forbidden)
      await writer.refused('DELETE', '/assets/bulk-permanent', { json }, forbidden)
    },
  },
  {
    name: 'revoked and expired keys are 401 from the next request on',
    needs: ['issueKey', 'revokeKey'],
    async run(fixture) {
      const tenant = `tenant-${randomUUID()}`
      const expired = await issuedKey(fixture, { tenant, expiresAt: new Date(Date.now() - 1000) })
      const client = new HttpClient(fixture, await issuedKey(fixture, { tenant }))
      await client.refused('GET', '/assets', { key: expired }, [401, 'unauthenticated'])
      await client.list()
      await fixture.revokeKey?.(client.key)
      await client.refused('GET', '/assets', {}, [401, 'unauthenticated'])
    },
  },
  {
    name: 'the answer to malformed, revoked and expired keys is the same to the byte',
    needs: ['issueKey', 'revokeKey'],
    async run(fixture) {
      const tenant = `tenant-${randomUUID()}`
      const expired = await issuedKey(fixture, { tenant, expiresAt: new Date(Date.now() - 1000) })
      const revoked = await issuedKey(fixture, { tenant })
      await fixture.revokeKey?.(revoked)
      const client = await clientOf(fixture)
      const answers = new Set<string>()
      for (const key of [expired, revoked, 'stw_unknown', 'nonsense']) {
        const headers = { 'x-request-id': 'same' }
        const answer = await client.send('GET', '/assets', { key, headers })
        client.errors(answer, 401, 'unauthenticated')
        const named = [...answer.headers].filter(([name]) => name !== 'date')
        answers.add(JSON.stringify([answer.status, named, answer.bytes.toString()]))
      }
      assert.equal(answers.size, 1)
    },
  },
  {
    name: "another tenant's assets answer exactly like assets that do not exist",
    needs: ['issueKey'],
    async run(fixture) {
      const [owner, stranger] = [await clientOf(fixture), await clientOf(fixture)]
      const { id, attributes } = await owner.upload('private')
      assert.equal(await stranger.total(), 0)
      const strange = async (method: string, path: string, json?: unknown) => {
        const headers = { 'x-request-id': 'same' }
        const answer = await stranger.send(
          method,
          path,
          json === undefined ? { headers } : { headers, json },
        )
        return [answer.status, answer.bytes.toString()]
      }
      const unknown = randomUUID()
      assert.deepEqual(
        await strange('GET', `/assets/${id}`),
        await strange('GET', `/assets/${unknown}`),
      )
      assert.deepEqual(
        await strange('GET', attributes.url),
        await strange('GET', attributes.url.replace(attributes.public_file_id, unknown)),
      )
      for (const verb of ['bulk-trash', 'bulk-restore']) {
        assert.deepEqual(
          await strange('POST', `/assets/${verb}`, { asset_ids: [id] }),
          await strange('POST', `/assets/${verb}`, { asset_ids: [unknown] }),
        )
      }
      await owner.change('bulk-trash', [id])
      assert.deepEqual(
        await strange('DELETE', '/assets/bulk-permanent', { asset_ids: [id] }),
        await strange('DELETE', '/assets/bulk-permanent', { asset_ids: [unknown] }),
      )
      assert.equal((await stranger.list('?filter[trashed]=only')).meta.total, 0)
    },
  },
  {
    name: '401 reaches a client that sends everything before it reads',
    needs: ['sockets', 'ownsConnections'],
    async run(fixture) {
      const head = uploadHead(fixture, null, 16 * MEBIBYTE)
      const answer = await writeThenRead(await openSocket(fixture), headThenMebibytes(head, 16))
      assert.equal(answer.status, 401)
      assert.match(answer.body, /"unauthenticated"/)
    },
  },
  {
    name: '413 follows from Content-Length, and reaches a client that goes on sending',
    needs: ['sockets', 'ownsConnections'],
    async run(fixture) {
      const head = uploadHead(fixture, fixture.key, 5 * 1024 ** 3)
      const answer = await writeThenRead(await openSocket(fixture), headThenMebibytes(head, 16))
      assert.equal(answer.status, 413)
      assert.match(answer.body, /"body_too_large"/)
    },
  },
  {
    name: 'pages of admitted origins may read answers and errors, others may not',
    needs: ['crossOrigin'],
    async run(fixture) {
      const client = await clientOf(fixture)
      const { crossOrigin: origin = '' } = fixture
      const preflight = await client.send('OPTIONS', '/assets', {
        key: null,
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      })
      assert.equal(preflight.status, 204)
      assert.equal(preflight.headers.get('access-control-allow-origin'), origin)
      assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /\bPOST\b/)
      const allowed = preflight.headers.get('access-control-allow-headers') ?? ''
      for (const name of ALLOWED_HEADERS) {
        assert.ok(allowed.toLowerCase().split(', ').includes(name), `${name} in ${allowed}`)
      }
      for (const key of [client.key, null]) {
        const answer = await client.send('GET', '/assets', { key, headers: { origin } })
        assert.equal(answer.headers.get('access-control-allow-origin'), origin)
        assert.match(answer.headers.get('vary') ?? '', /\bOrigin\b/)
        const exposed = answer.headers.get('access-control-expose-headers')
        assert.equal(
          exposed,
          'Location, ETag, Content-Range, Accept-Ranges, Content-Disposition, X-Request-Id, Retry-After, ' +
            'Content-Location, Tus-Checksum-Algorithm, Tus-Extension, Tus-Max-Size, Tus-Resumable, Tus-Version, ' +
            'Upload-Complete, Upload-Concat, Upload-Defer-Length, Upload-Expires, Upload-Length, Upload-Limit, ' +
            'Upload-Metadata, Upload-Offset',
        )
      }
      const stranger = await client.send('GET', '/assets', {
        headers: { origin: 'https://evil.example' },
      })
      assert.equal(stranger.headers.get('access-control-allow-origin'), null)
    },
  },
]
