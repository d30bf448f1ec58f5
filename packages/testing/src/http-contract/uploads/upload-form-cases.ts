import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { ContractCase } from '../../contract/contract.ts'
import type { HttpFixture } from '../../http/http-fixture.ts'
import {
  filePart,
  MULTIPART,
  openSocket,
  type RawPart,
  rawForm,
  uploadHead,
  writeThenRead,
} from '../../http/raw-http.ts'
import { clientOf, formOf, type HttpClient } from '../http-client.ts'

const HELLO_SHA256 = createHash('sha256').update('hello')

/** Sends a handwritten form. */
function sendRaw(client: HttpClient, parts: readonly RawPart[] | Buffer<ArrayBuffer>) {
  const body = Buffer.isBuffer(parts) ? parts : rawForm(parts)
  return client.send('POST', '/assets', { headers: { 'content-type': MULTIPART }, body })
}

/** What an upload form may look like, and what happens to a broken one. */
export const uploadFormCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'exactly one file in the field `file` is wanted: 422 otherwise, naming the field and the position',
    async run(fixture) {
      const client = await clientOf(fixture)
      const before = await client.total()
      const send = async (body: FormData, code: string, parameter: string, index = 0) => {
        const [error] = await client.refused('POST', '/assets', { body }, [422, code])
        assert.deepEqual(error?.source, { parameter })
        assert.equal(error?.meta?.index, index, code)
      }
      const two = formOf({ file: ['a', 'a.txt'] })
      two.append('file', new File(['b'], 'b.txt'))
      await send(two, 'too_many_files', 'file', 1)
      await send(formOf({ upload: ['a', 'a.txt'] }), 'invalid_body', 'upload')
      await send(formOf({ __proto__x: ['a', 'a.txt'] }), 'invalid_body', '__proto__x')
      const textOnly = new FormData()
      textOnly.append('note', 'no file here')
      await send(textOnly, 'file_missing', 'file')
      const textAsFile = new FormData()
      textAsFile.append('file', 'not a file')
      await send(textAsFile, 'file_missing', 'file')
      const textAfterFile = formOf({ file: ['a', 'a.txt'] })
      textAfterFile.append('file', 'not a file')
      await send(textAfterFile, 'file_missing', 'file', 1)
      const elsewhere = formOf({ file: ['a', 'a.txt'] })
      elsewhere.append('upload', new File(['b'], 'b.txt'))
      await send(elsewhere, 'invalid_body', 'upload', 1)
      assert.equal(await client.total(), before)
    },
  },
  {
    name: 'text fields of any name are ignored, up to their limits',
    async run(fixture) {
      const client = await clientOf(fixture)
      const form = new FormData()
      for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'folder', '']) {
        form.append(name, 'x')
      }
      form.append('note', 'x'.repeat(64 * 1024))
      form.append('file', new File(['hello'], 'a.txt'))
      assert.equal((await client.send('POST', '/assets', { body: form })).status, 201)
      form.append('note', 'x'.repeat(64 * 1024 + 1))
      const [error] = await client.refused('POST', '/assets', { body: form }, [
        413,
        'body_too_large',
      ])
      assert.deepEqual(error?.source, { parameter: 'note' })
      const many = new FormData()
      for (let count = 0; count < 257; count += 1) many.append('x', 'y')
      await client.refused('POST', '/assets', { body: many }, [422, 'invalid_body'])
    },
  },
  {
    name: 'a text field of the name of the file field, before the file, is passed over up to its limit',
    async run(fixture) {
      const client = await clientOf(fixture)
      for (const text of ['{}', '', 'x'.repeat(64 * 1024)]) {
        const form = new FormData()
        form.append('file', text)
        form.append('file', new File(['hello'], 'a.txt'))
        const answer = await client.send('POST', '/assets', { body: form })
        assert.equal(answer.status, 201)
        assert.match(answer.bytes.toString(), /"name":"a\.txt"/)
      }
      const bulk = new FormData()
      for (const name of ['a.txt', 'b.txt']) {
        bulk.append('files[]', '{"source":"page"}')
        bulk.append('files[]', new File([name], name))
      }
      assert.equal((await client.send('POST', '/assets/bulk-upload', { body: bulk })).status, 201)
      const before = await client.total()
      const long = new FormData()
      long.append('file', 'x'.repeat(64 * 1024 + 1))
      long.append('file', new File(['hello'], 'a.txt'))
      await client.refused('POST', '/assets', { body: long }, [413, 'body_too_large'])
      assert.equal(await client.total(), before)
    },
  },
  {
    name: 'broken and truncated forms are 400 and store nothing',
    async run(fixture) {
      const client = await clientOf(fixture)
      const before = await client.total()
      const whole = rawForm([filePart('hello')])
      const broken = [
        Buffer.alloc(0),
        Buffer.from('garbage'),
        whole.subarray(0, 20),
        whole.subarray(0, whole.length - 4),
        whole.subarray(0, whole.indexOf('hello') + 2),
        rawForm([{ header: ['Content-Type: text/plain'], content: 'who am I?' }]),
        rawForm([
          { header: ['Content-Disposition: attachment; name="file"; filename="a"'], content: '' },
        ]),
        rawForm([filePart('hello', 'broken header')]),
        rawForm([filePart('hello', `X-Long: ${'x'.repeat(17 * 1024)}`)]),
      ]
      for (const body of broken) {
        client.errors(await sendRaw(client, body), 400, 'malformed_request')
      }
      const headers = { 'content-type': 'multipart/form-data' }
      await client.refused('POST', '/assets', { headers, body: whole }, [400, 'malformed_request'])
      assert.equal(await client.total(), before)
    },
  },
  {
    name: 'an announced SHA-256 is checked, in Content-Digest or in a field before the file',
    async run(fixture) {
      const client = await clientOf(fixture)
      const base64 = HELLO_SHA256.copy().digest('base64')
      const hex = HELLO_SHA256.copy().digest('hex')
      const field = (value: string): RawPart => ({
        header: ['Content-Disposition: form-data; name="sha256"'],
        content: value,
      })
      const good = [
        [filePart('hello', `Content-Digest: sha-256=:${base64}:`)],
        [filePart('hello', `content-digest: sha-512=:AAAA:, sha-256=:${base64}:`)],
        [field(hex), filePart('hello')],
        [field(hex.toUpperCase()), filePart('hello')],
        [field(hex), filePart('hello', `Content-Digest: sha-256=:${base64}:`)],
      ]
      for (const parts of good) assert.equal((await sendRaw(client, parts)).status, 201)
      const before = await client.total()
      const bad = [
        [filePart('hallo', `Content-Digest: sha-256=:${base64}:`)],
        [field(hex), filePart('hallo')],
        [field('0'.repeat(64)), filePart('hello', `Content-Digest: sha-256=:${base64}:`)],
        [filePart('hallo', `Content-Digest: SHA-256=:${base64}:`)],
      ]
      for (const parts of bad) {
        const [error] = client.errors(await sendRaw(client, parts), 422, 'digest_mismatch')
        assert.deepEqual(error?.source, { parameter: 'file' })
        assert.equal(error?.meta?.index, 0)
      }
      for (const parts of [
        [filePart('x', 'Content-Digest: sha-256=:AA==:')],
        [field('abc'), filePart('x')],
        [field(hex), field(hex), filePart('hello')],
        [filePart('hello'), field(hex)],
      ]) {
        client.errors(await sendRaw(client, parts), 422, 'invalid_body')
      }
      assert.equal(await client.total(), before)
    },
  },
  {
    name: 'a file over the limit is 413 and not stored; one of exactly the limit is stored',
    needs: ['fileSize'],
    async run(fixture) {
      const { fileSize: limit = 0 } = fixture
      const client = await clientOf(fixture)
      await client.upload(Buffer.alloc(limit))
      const before = await client.total()
      const body = formOf({ file: [Buffer.alloc(limit + 1), 'large.bin'] })
      const [error] = await client.refused('POST', '/assets', { body }, [413, 'file_too_large'])
      assert.equal(error?.meta?.limit, limit)
      assert.equal(await client.total(), before)
    },
  },
  {
    name: 'a form that opens with a preamble and closes with an epilogue is read',
    needs: ['sockets'],
    async run(fixture) {
      const client = await clientOf(fixture)
      const form = Buffer.concat([
        Buffer.from('to be ignored\r\n'),
        rawForm([filePart('hello\r\n--not the boundary\r\n')]),
        Buffer.from('to be ignored too'),
      ])
      const socket = await openSocket(fixture)
      const head = uploadHead(fixture, client.key, form.length).replace(
        'Host:',
        'Connection: close\r\nHost:',
      )
      const answer = await writeThenRead(socket, [head, form])
      assert.equal(answer.status, 201, answer.body)
      assert.match(answer.body, /"size":27\b/)
    },
  },
]
