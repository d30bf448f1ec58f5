import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { ContractCase } from '../../contract/contract.ts'
import type { HttpFixture } from '../../http/http-fixture.ts'
import { base64, TUS, TUS_BYTES, told, uploadClientOf, urlOf } from './upload-client.ts'

const INVALID = [400, 'invalid_parameter'] as const
/** CRC-32 of `hello`. */
const CRC32 = Buffer.from('3610a686', 'hex').toString('base64')

function checksum(algorithm: 'sha1' | 'sha256', text: string): string {
  return `${algorithm} ${createHash(algorithm).update(text).digest('base64')}`
}

/** The extensions checksum and concatenation of tus. Names of cases are their sentences. */
export const tusExtensionCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'tus checksum: the server MUST verify the chunk, with sha1 at least',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      for (const sum of [
        checksum('sha1', 'hello'),
        checksum('sha256', 'hello'),
        `crc32 ${CRC32}`,
      ]) {
        const url = await client.create({ 'upload-length': '5' })
        const answer = await client.patch(url, 0, 'hello', { 'upload-checksum': sum })
        assert.equal(await client.stored(answer), 'hello')
      }
      const headers = { ...TUS_BYTES, 'upload-length': '5' }
      const good = { ...headers, 'upload-checksum': checksum('sha1', 'hello') }
      assert.equal((await client.send('POST', '/uploads', good, 'hello')).status, 201)
      const wrong = await client.send('POST', '/uploads', good, 'hallo')
      client.http.errors(wrong, 460, 'checksum_mismatch')
    },
  },
  {
    name: 'tus checksum: a chunk that does not match is 460, is discarded, and the offset is not updated',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.create({ 'upload-length': '10' })
      await client.patch(url, 0, 'hello')
      for (const sum of [
        checksum('sha1', 'other'),
        checksum('sha256', 'other'),
        'crc32 AAAAAA==',
      ]) {
        const answer = await client.patch(url, 5, 'world', { 'upload-checksum': sum })
        client.http.errors(answer, 460, 'checksum_mismatch')
        assert.deepEqual(told(await client.head(url), 'upload-offset'), ['5'])
      }
      const sum = { 'upload-checksum': checksum('sha1', 'world') }
      assert.equal(await client.stored(await client.patch(url, 5, 'world', sum)), 'helloworld')
    },
  },
  {
    name: 'tus checksum: an algorithm that is not supported is 400, and the chunk is discarded',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.create({ 'upload-length': '5' })
      for (const sum of ['md5 XUFAKrxLKna5cZ2REBfFkg==', 'SHA1 AAAA', 'sha1', 'sha1 not base64']) {
        const answer = await client.patch(url, 0, 'hello', { 'upload-checksum': sum })
        client.http.errors(answer, ...INVALID)
      }
      assert.deepEqual(told(await client.head(url), 'upload-offset'), ['0'])
    },
  },
  {
    name: 'tus concatenation: the partial uploads MUST be concatenated in the order of the list, also repeated ones',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const [a, b] = [await client.partial('hello'), await client.partial(' world')]
      const list = `final;${a} ${b} ${a}`
      const headers = {
        ...TUS,
        'upload-concat': list,
        'upload-metadata': `filename ${base64('c.txt')}`,
      }
      const final = await client.send('POST', '/uploads', headers)
      assert.equal(final.status, 201)
      assert.equal(await client.stored(final), 'hello worldhello')
      const state = await client.head(urlOf(final))
      assert.deepEqual(told(state, 'upload-offset', 'upload-length', 'upload-concat'), [
        '16',
        '16',
        list,
      ])
    },
  },
  {
    name: 'tus concatenation: `HEAD` MUST include `Upload-Concat` as received, with relative URLs too',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const partial = await client.partial('hello')
      const state = await client.head(partial)
      assert.deepEqual(told(state, 'upload-concat', 'upload-offset'), ['partial', '5'])
      const list = `final;${new URL(partial).pathname}`
      const url = await client.create({ 'upload-concat': list })
      assert.deepEqual(told(await client.head(url), 'upload-concat'), [list])
    },
  },
  {
    name: 'tus concatenation: partial uploads become no assets, and their metadata SHALL NOT be transferred',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const metadata = `filename ${base64('part.txt')}`
      const partial = await client.create({
        'upload-length': '5',
        'upload-concat': 'partial',
        'upload-metadata': metadata,
      })
      const { status, headers } = await client.patch(partial, 0, 'hello')
      assert.deepEqual([status, headers.get('content-location')], [204, null])
      assert.equal(await client.http.total(), 0)
      const url = await client.create({ 'upload-concat': `final;${partial}` })
      assert.deepEqual(told(await client.head(url), 'upload-metadata'), [null])
      assert.equal((await client.http.list()).data[0]?.attributes.name, 'untitled')
    },
  },
  {
    name: 'tus concatenation: a `PATCH` of a final upload MUST be 403, and modifies nothing',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.create({ 'upload-concat': `final;${await client.partial('hello')}` })
      for (const offset of [0, 5]) {
        client.http.errors(await client.patch(url, offset, 'x'), 403, 'forbidden')
      }
      assert.deepEqual(told(await client.head(url), 'upload-offset', 'upload-length'), ['5', '5'])
    },
  },
  {
    name: 'tus concatenation: unfinished, unknown and foreign partial uploads, a length and bytes are refused',
    needs: ['issueKey'],
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const [mine, theirs] = [
        await client.partial('hello'),
        await (await uploadClientOf(fixture)).partial('their'),
      ]
      const open = await client.create({ 'upload-length': '5', 'upload-concat': 'partial' })
      const whole = await client.create({ 'upload-length': '5' })
      const unknown = `${mine.slice(0, -36)}00000000-0000-7000-8000-000000000000`
      for (const list of [
        open,
        theirs,
        whole,
        unknown,
        '',
        'nonsense',
        `${mine} ${open}`,
        Array(101).fill('/uploads/00000000-0000-7000-8000-000000000000').join(' '),
      ]) {
        const headers = { ...TUS, 'upload-concat': `final;${list}` }
        client.http.errors(await client.send('POST', '/uploads', headers), ...INVALID)
      }
      const final = { ...TUS, 'upload-concat': `final;${mine}` }
      const sized = await client.send('POST', '/uploads', { ...final, 'upload-length': '5' })
      client.http.errors(sized, ...INVALID)
      const bytes = await client.send('POST', '/uploads', { ...TUS_BYTES, ...final }, 'x')
      client.http.errors(bytes, ...INVALID)
      assert.equal(await client.http.total(), 0)
    },
  },
]
