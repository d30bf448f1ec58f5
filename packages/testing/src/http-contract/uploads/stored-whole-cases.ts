import assert from 'node:assert/strict'
import type { ContractCase } from '../../contract/contract.ts'
import type { HttpFixture } from '../../http/http-fixture.ts'
import { filePart, MULTIPART, rawForm } from '../../http/raw-http.ts'
import { bulkFormOf, clientOf, formOf, type HttpClient } from '../http-client.ts'

/** Headers which say that the bytes are not the plain file, and the status and code that refuse them. */
const PARTIAL = [
  ['Content-Range', 'bytes 10-19/20', [400, 'malformed_request']],
  ['Content-Range', 'bytes */20', [400, 'malformed_request']],
  ['Content-Transfer-Encoding', 'base64', [400, 'malformed_request']],
  ['Content-Transfer-Encoding', 'Quoted-Printable', [400, 'malformed_request']],
  ['Content-Encoding', 'gzip', [415, 'unsupported_media_type']],
] as const

/** What uploaders say about a chunk, with the field that the refusal names. */
const CHUNKS = [
  { dzuuid: 'x', dzchunkindex: '0', dztotalfilesize: '3', dztotalchunkcount: '2' },
  { resumableChunkNumber: '1', resumableTotalChunks: '2' },
  { flowChunkNumber: '2', flowTotalChunks: '2' },
  { qqpartindex: '0', qqtotalparts: '3' },
  { chunk: '0', chunks: '2' },
]

function chunkForm(fields: Readonly<Record<string, string>>, isLast = false): FormData {
  const form = isLast ? formOf({ file: ['abc', 'a.bin'] }) : new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (!isLast) form.append('file', new File(['abc'], 'a.bin'))
  return form
}

async function assertContent(client: HttpClient, url: string, content: string): Promise<void> {
  assert.equal((await client.send('GET', url)).bytes.toString(), content)
}

/** A part of a file, or its bytes in another form, never becomes a file. */
export const storedWholeCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'a body that says to be a part of a file, or its bytes in another form, is refused, and nothing is changed',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id, attributes } = await client.upload('first')
      const before = await client.total()
      for (const [header, value, refusal] of PARTIAL) {
        const headers = { [header]: value }
        const raw = { headers: { ...headers, 'content-type': 'text/plain' }, body: 'tail' }
        const form = { headers, body: formOf({ file: ['tail', 'a.txt'] }) }
        for (const [method, path, sent] of [
          ['PUT', `/assets/${id}/content`, raw],
          ['PUT', `/assets/${id}/content`, form],
          ['POST', '/assets', form],
          ['POST', '/assets/bulk-upload', { headers, body: bulkFormOf(['tail']) }],
        ] as const) {
          const [error] = await client.refused(method, path, sent, refusal)
          assert.deepEqual(error?.source, { header })
        }
      }
      assert.equal(await client.total(), before)
      await assertContent(client, attributes.url, 'first')
    },
  },
  {
    name: 'the same of a part of a form; an encoding that leaves the bytes alone is taken',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id, attributes } = await client.upload('first')
      const before = await client.total()
      const sendPart = (method: string, path: string, line: string) =>
        client.send(method, path, {
          headers: { 'content-type': MULTIPART },
          body: rawForm([filePart('tail', line)]),
        })
      for (const [header, value, [status, code]] of PARTIAL) {
        const replacing = await sendPart('PUT', `/assets/${id}/content`, `${header}: ${value}`)
        client.errors(replacing, status, code)
        const answer = await sendPart('POST', '/assets', `${header.toLowerCase()}:${value}`)
        const [error] = client.errors(answer, status, code)
        assert.deepEqual(error?.source, { header })
      }
      assert.equal(await client.total(), before)
      await assertContent(client, attributes.url, 'first')
      for (const encoding of ['7bit', '8bit', 'Binary']) {
        const line = `Content-Transfer-Encoding: ${encoding}`
        assert.equal((await sendPart('POST', '/assets', line)).status, 201)
      }
    },
  },
  {
    name: 'a chunk of an uploader is 422 that says how to switch chunking off; the only chunk is a whole file',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id, attributes } = await client.upload('first')
      const before = await client.total()
      for (const fields of CHUNKS) {
        for (const isLast of [false, true]) {
          const sent = { body: chunkForm(fields, isLast) }
          const refusal = [422, 'invalid_body'] as const
          await client.refused('PUT', `/assets/${id}/content`, sent, refusal)
          const [error] = await client.refused('POST', '/assets', sent, refusal)
          const [parameter] = Object.values(error?.source ?? {})
          assert.ok(parameter !== undefined && parameter in fields, parameter)
          assert.match(error?.detail ?? '', /Switch chunking off/)
        }
      }
      assert.equal(await client.total(), before)
      await assertContent(client, attributes.url, 'first')
      for (const fields of [
        { dzchunkindex: '0', dztotalchunkcount: '1' },
        { chunk: '0', chunks: '1' },
        { chunks: '7' },
      ]) {
        const { status } = await client.send('POST', '/assets', { body: chunkForm(fields) })
        assert.equal(status, 201)
      }
    },
  },
]
