import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { AssetResource, SignedUrlsMeta } from '@stowage/api'
import type { ContractCase } from '../contract/contract.ts'
import { type HttpFixture, issuedKey } from '../http/http-fixture.ts'
import { bulkFormOf, clientOf, formOf, HttpClient } from './http-client.ts'
import { clientOfTenant, signElsewhere } from './sign-elsewhere.ts'

const HOUR = 3600
const CONTENT = '0123456789'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const NEEDS = ['signingSecret', 'issueKey'] as const
const INVALID = [403, 'signature_invalid'] as const
const EXPIRED = [403, 'signature_expired'] as const
const NO_KEY = { key: null }

/** URLs that need no key until they expire. */
export const signingCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: '`sign` gives every resource URLs that need no key, and changes none of its attributes',
    needs: NEEDS,
    async run(fixture) {
      const client = await clientOf(fixture)
      const one = await client.send('POST', `/assets?sign=${HOUR}`, {
        body: formOf({ file: [CONTENT, 'a.txt'] }),
      })
      const many = await client.send('POST', `/assets/bulk-upload?sign=${HOUR}&with_meta=1`, {
        body: bulkFormOf([CONTENT]),
      })
      const { data } = client.document<{ data: AssetResource }>(one, 201, 'AssetDocument')
      const { data: uploaded } = client.document<{ data: AssetResource[] }>(
        many,
        201,
        'AssetsDocument',
      )
      const listed = await client.list(`?sign=${HOUR}`)
      assert.match(listed.links.first, /[?&]sign=3600(?:&|$)/)
      const resources = [
        data,
        await client.get(data.id, `?sign=${HOUR}`),
        ...uploaded,
        ...listed.data,
      ]
      assert.equal(resources.length, 5)
      for (const resource of resources) {
        const { attributes } = resource
        const { url, download_url, thumbnail_url, expires_at } = signedOf(resource)
        assert.ok(url.startsWith(`${attributes.url}?`), url)
        assert.ok(download_url.startsWith(`${attributes.download_url}?`), download_url)
        assert.equal(thumbnail_url, null)
        assert.doesNotMatch(attributes.url, /\?/)
        const seconds = Date.parse(expires_at) / 1000
        assert.equal(new URL(url).searchParams.get('expires'), String(seconds))
        const rest = seconds - Date.now() / 1000
        assert.ok(rest > HOUR - 60 && rest <= HOUR + 300, `${rest} s are left`)
        for (const each of [url, download_url]) {
          const answer = await client.send('GET', each, NO_KEY)
          assert.deepEqual([answer.status, answer.bytes.toString()], [200, CONTENT])
        }
      }
      assert.equal((await client.get(data.id)).meta, undefined)
    },
  },
  {
    name: 'a signed file may be kept until it expires, by the browser, whatever key is sent beside it',
    needs: NEEDS,
    async run(fixture) {
      const { client, url } = await signed(fixture)
      const etag = (await client.send('HEAD', url, NO_KEY)).headers.get('etag') ?? ''
      const expected = [
        [{}, 200, CONTENT],
        [{ authorization: 'Bearer nonsense' }, 200, CONTENT],
        [{ range: 'bytes=2-4' }, 206, '234'],
        [{ 'if-none-match': etag }, 304, ''],
      ] as const
      for (const method of ['GET', 'HEAD']) {
        for (const [headers, status, content] of expected) {
          const answer = await client.send(method, url, { key: null, headers })
          const isPart = status === 206 && method === 'HEAD'
          assert.equal(answer.status, isPart ? 200 : status)
          assert.equal(answer.bytes.toString(), method === 'HEAD' ? '' : content)
          assert.equal(answer.headers.get('etag'), etag)
          assert.doesNotMatch(answer.headers.get('vary') ?? '', /authorization/i)
          const [, rest] =
            /^private, max-age=(\d+)(?:, no-transform)?$/.exec(
              answer.headers.get('cache-control') ?? '',
            ) ?? []
          const expires = Number(new URL(url).searchParams.get('expires'))
          const left = expires - Date.now() / 1000
          assert.ok(Number(rest) >= left - 1 && Number(rest) <= left + 60, `${rest} of ${left}`)
        }
      }
      const refused = await client.send('GET', url, { key: null, headers: { range: 'bytes=99-' } })
      client.errors(refused, 416, 'range_not_satisfiable')
    },
  },
  {
    name: 'a signed file whose bytes have changed, or whose URL does not name them, is asked for each time',
    needs: NEEDS,
    async run(fixture) {
      const { client, url, asset } = await signed(fixture)
      const control = async (target: string) => {
        const answer = await client.send('GET', target, NO_KEY)
        assert.equal(answer.status, 200)
        return answer.headers.get('cache-control') ?? ''
      }
      assert.match(await control(url), /^private, max-age=\d+/)
      assert.match(await control(without(url, 'c')), /^private, no-cache/)
      assert.match(await control(changed(url, 'c', () => '0123456789')), /^private, no-cache/)
      const replaced = await client.send('PUT', `/assets/${asset.id}/content`, {
        body: 'other bytes',
        headers: { 'content-type': 'application/octet-stream' },
      })
      assert.equal(replaced.status, 200, replaced.bytes.toString())
      assert.match(await control(url), /^private, no-cache/)
      const { url: fresh } = signedOf(await client.get(asset.id, `?sign=${HOUR}`))
      assert.match(await control(fresh), /^private, max-age=\d+/)
    },
  },
  {
    name: 'a URL that was changed in any member is 403, also for an asset that does not exist',
    needs: NEEDS,
    async run(fixture) {
      const { client, url, tenant, asset } = await signed(fixture)
      const secret = fixture.signingSecret ?? ''
      const { publicFileId } = asset
      const other = await client.upload('other')
      const stranger = await clientOfTenant(fixture)
      const foreign = await stranger.client.upload('foreign')
      const elsewhere = { secret, tenant, publicFileId }
      const strange = await signElsewhere({ ...elsewhere, tenant: stranger.tenant })
      const attempts: Readonly<Record<string, string>> = {
        'later expiry': changed(url, 'expires', (value) => String(Number(value) + 300)),
        'other form of the expiry': changed(url, 'expires', (value) => `0${value}`),
        'no expiry': without(url, 'expires'),
        'no version': without(url, 'v'),
        'other scheme': changed(url, 'v', (value) => value.replace(/^1/, '2')),
        'other secret': changed(url, 'v', (value) => value.replace(/\.[^.]+\./, '.AAAAAAAA.')),
        "other tenant's tag": changed(url, 'v', () => paramOf(strange, 'v')),
        'signed for another tenant': strange,
        'signed with a foreign secret': await signElsewhere({ ...elsewhere, secret: `${secret}!` }),
        'no signature': without(url, 'signature'),
        'empty signature': changed(url, 'signature', () => ''),
        'first letter': changed(url, 'signature', (value) => flip(value, 0)),
        'last letter': changed(url, 'signature', (value) => flip(value, value.length - 1)),
        'padded signature': changed(url, 'signature', (value) => `${value}=`),
        'shorter signature': changed(url, 'signature', (value) => value.slice(1)),
        'other route': url.replace('/content?', '/download?'),
        'a variant': `${url}&variant=thumbnail`,
        'other asset': url.replace(publicFileId, other.attributes.public_file_id),
        "other tenant's asset": url.replace(publicFileId, foreign.attributes.public_file_id),
        'unknown asset': url.replace(publicFileId, randomUUID()),
      }
      for (const [attempt, target] of Object.entries(attempts)) {
        for (const key of [null, client.key]) {
          const answer = await client.send('GET', target, { key })
          assert.equal(answer.status, 403, attempt)
          client.errors(answer, ...INVALID)
        }
        assert.equal((await client.send('HEAD', target, NO_KEY)).status, 403, attempt)
      }
      assert.equal((await client.send('GET', url, NO_KEY)).status, 200)
    },
  },
  {
    name: 'an expired URL is 403, also once its asset is gone; a valid one is 404 then',
    needs: NEEDS,
    async run(fixture) {
      const { client, url, tenant, asset } = await signed(fixture)
      const { publicFileId, id } = asset
      const secret = fixture.signingSecret ?? ''
      const ago = (secondsAhead: number) =>
        signElsewhere({ secret, tenant, publicFileId, secondsAhead }, { expiresIn: 1 })
      const old = await ago(-HOUR)
      const tampered = changed(old, 'expires', (value) => String(Number(value) + 7 * HOUR))
      const check = async (status: number) => {
        const answer = await client.send('GET', url, NO_KEY)
        assert.equal(answer.status, status)
        if (status === 404) client.errors(answer, 404, 'file_not_found')
        await client.refused('GET', old, NO_KEY, EXPIRED)
        await client.refused('GET', old, {}, EXPIRED)
        await client.refused('GET', tampered, NO_KEY, INVALID)
      }
      await check(200)
      await client.change('bulk-trash', [id])
      await check(404)
      await client.change('bulk-restore', [id])
      await check(200)
      await client.change('bulk-trash', [id])
      await client.change('bulk-permanent', [id])
      await check(404)
      // A process whose clock is ahead signs for longer, and is believed: only the secret counts.
      assert.equal((await client.send('GET', await ago(HOUR), NO_KEY)).status, 404)
    },
  },
  {
    name: 'a signed URL opens its one file for GET and HEAD; what is unknown beside it is passed over',
    needs: NEEDS,
    async run(fixture) {
      const { client, url, asset } = await signed(fixture)
      assert.equal((await client.send('GET', `${url}&utm_source=x&x=1&x=2`, NO_KEY)).status, 200)
      for (const name of ['expires', 'v', 'signature']) {
        const twice = `${url}&${name}=${encodeURIComponent(paramOf(url, name))}`
        const [error] = await client.refused('GET', twice, NO_KEY, [400, 'invalid_parameter'])
        assert.deepEqual(error?.source, { parameter: name })
      }
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        await client.refused(method, url, NO_KEY, [405, 'method_not_allowed'])
      }
      const query = url.slice(url.indexOf('?'))
      for (const path of ['/assets', `/assets/${asset.id}`]) {
        await client.refused('GET', `${path}${query}`, NO_KEY, [401, 'unauthenticated'])
      }
      const upper = url.replace(asset.publicFileId, asset.publicFileId.toUpperCase())
      assert.equal((await client.send('GET', upper, NO_KEY)).status, 200)
    },
  },
  {
    name: '`sign` needs the permission to read, and a number of seconds up to 7 days',
    needs: NEEDS,
    async run(fixture) {
      const { client, tenant, asset } = await signed(fixture)
      const writer = new HttpClient(
        fixture,
        await issuedKey(fixture, { tenant, permissions: ['write'] }),
      )
      const total = await client.total()
      for (const path of ['/assets', '/assets/bulk-upload']) {
        const body = path === '/assets' ? formOf({ file: ['x', 'x'] }) : bulkFormOf(['x'])
        await writer.refused('POST', `${path}?sign=60`, { body }, [403, 'forbidden'])
      }
      assert.equal(await client.total(), total)
      for (const value of ['', '0', '-1', '1.5', '1e3', 'hour', '604801', '9'.repeat(20)]) {
        for (const path of ['/assets', `/assets/${asset.id}`]) {
          const target = `${path}?sign=${value}`
          const [error] = await client.refused('GET', target, {}, [400, 'invalid_parameter'])
          assert.deepEqual(error?.source, { parameter: 'sign' }, value)
        }
      }
      const { expires_at } = signedOf(await client.get(asset.id, '?sign=604800'))
      assert.ok(Date.parse(expires_at) <= Date.now() + 604_800_000)
    },
  },
  {
    name: 'a signed picture has its type and is shown, with the rules of every file',
    needs: NEEDS,
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await client.upload(PNG, 'dot.png')
      const { url, download_url } = signedOf(await client.get(id, '?sign=60'))
      const shown = await client.send('GET', url, NO_KEY)
      assert.equal(shown.headers.get('content-type'), 'image/png')
      assert.match(shown.headers.get('content-disposition') ?? '', /^inline;/)
      assert.equal(shown.headers.get('x-content-type-options'), 'nosniff')
      assert.deepEqual(shown.bytes, PNG)
      const saved = await client.send('GET', download_url, NO_KEY)
      assert.match(saved.headers.get('content-disposition') ?? '', /^attachment;/)
    },
  },
]

/** An asset of its own tenant, and a URL of its content, signed for an hour. */
async function signed(fixture: HttpFixture): Promise<{
  readonly client: HttpClient
  readonly tenant: string
  readonly asset: { readonly id: string; readonly publicFileId: string }
  readonly url: string
}> {
  const { client, tenant } = await clientOfTenant(fixture)
  const { id, attributes } = await client.upload(CONTENT)
  const { url } = signedOf(await client.get(id, `?sign=${HOUR}`))
  return { client, tenant, asset: { id, publicFileId: attributes.public_file_id }, url }
}

function signedOf({ meta }: Pick<AssetResource, 'meta'>): SignedUrlsMeta {
  assert.ok(meta?.signed, 'the resource has no meta.signed')
  return meta.signed
}

function paramOf(url: string, name: string): string {
  return new URLSearchParams(url.slice(url.indexOf('?'))).get(name) ?? ''
}

function changed(url: string, name: string, change: (value: string) => string): string {
  const [path, query] = url.split('?')
  const given = new URLSearchParams(query)
  given.set(name, change(given.get(name) ?? ''))
  return `${path}?${given}`
}

function without(url: string, name: string): string {
  const [path, query] = url.split('?')
  const given = new URLSearchParams(query)
  given.delete(name)
  return `${path}?${given}`
}

/** Replaces the letter there; at the end by one that differs only in bits that belong to no byte of the digest. */
function flip(text: string, at: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const other = letters[letters.indexOf(text[at] ?? '') ^ 1]
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`
}
