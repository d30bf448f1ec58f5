import { createHash } from 'node:crypto'
import { type ErrorCode, StowageError, type UploadInput } from '@stowage/core'
import { describe, expect, it } from 'vitest'
import type { Part } from './read-parts.ts'
import { UploadForm } from './upload-form.ts'

const sha256Of = (text: string) => createHash('sha256').update(text).digest()
const hex = sha256Of('x').toString('hex')
const contentDigest = `sha-256=:${sha256Of('x').toString('base64')}:`
const otherDigest = `sha-256=:${sha256Of('y').toString('base64')}:`

async function* chunks(text: string) {
  if (text !== '') yield Buffer.from(text)
}

const text = (name: string, content: string): Part => ({
  name,
  content,
  fileName: undefined,
  contentDigest: undefined,
})

const file = (content: string, overrides: Partial<Part> = {}): Part => ({
  name: 'files',
  fileName: `${content}.txt`,
  contentDigest: undefined,
  content: chunks(content),
  ...overrides,
})

function formOf(parts: readonly Part[], files: number | null = null): UploadForm {
  return new UploadForm(
    (async function* () {
      yield* parts
    })(),
    { fileFields: ['files', 'files[]'], files },
  )
}

/** The files of a form, with their bytes as text. */
async function filesOf(...parts: readonly Part[]) {
  const found: object[] = []
  for await (const { source, ...rest } of formOf(parts).files() as AsyncIterable<UploadInput>) {
    let content = ''
    for await (const chunk of source as AsyncIterable<Buffer>) content += chunk
    found.push({ ...rest, content })
  }
  return found
}

const problem = (code: string, source: object, meta: object) => ({
  problems: [{ code, source, meta }],
})

describe('UploadForm.files', () => {
  it('gives each file the digest of its own header, or of the field before it', async () => {
    const files = await filesOf(
      text('sha256', hex.toUpperCase()),
      file('x'),
      file('y'),
      file('x', { contentDigest }),
      text('sha256', hex),
      file('x', { contentDigest }),
    )
    expect(files).toEqual([
      { name: 'x.txt', content: 'x', sha256: hex },
      { name: 'y.txt', content: 'y' },
      { name: 'x.txt', content: 'x', sha256: hex },
      { name: 'x.txt', content: 'x', sha256: hex },
    ])
  })

  it('refuses two digests of one file that differ', async () => {
    const parts = [file('a'), text('sha256', hex), file('x', { contentDigest: otherDigest })]
    await expect(filesOf(...parts)).rejects.toMatchObject(
      problem('digest_mismatch', { parameter: 'files' }, { index: 1 }),
    )
  })

  it.each([
    ['that no file follows', [file('a'), text('sha256', hex)]],
    ['that another one follows', [file('a'), text('sha256', hex), text('sha256', hex), file('x')]],
  ])('refuses a digest %s', async (_, parts) => {
    await expect(filesOf(...parts)).rejects.toMatchObject(
      problem('invalid_body', { parameter: 'sha256' }, { index: 1 }),
    )
  })

  it('refuses a text in place of a file, unless the file follows', async () => {
    expect(await filesOf(text('files[]', '{}'), file('a', { name: 'files[]' }))).toHaveLength(1)
    await expect(filesOf(file('a'), text('files[]', '{}'))).rejects.toMatchObject(
      problem('file_missing', { parameter: 'files[]' }, { index: 1 }),
    )
  })

  it('passes over an empty file without a name, and takes one with bytes or a name', async () => {
    const nameless = { fileName: undefined }
    const files = await filesOf(
      file('', nameless),
      file('x', nameless),
      file('', { fileName: 'empty.txt' }),
    )
    expect(files).toStrictEqual([{ content: 'x' }, { name: 'empty.txt', content: '' }])
  })

  it('refuses a file in another field, and one too many', async () => {
    await expect(filesOf(file('a'), file('b', { name: 'other' }))).rejects.toMatchObject(
      problem('invalid_body', { parameter: 'other' }, { index: 1 }),
    )
    const files = formOf([file('a'), file('b', { name: 'files[]' })], 1).files()
    await files.next()
    await expect(files.next()).rejects.toMatchObject(
      problem('too_many_files', { parameter: 'files[]' }, { limit: 1, index: 1 }),
    )
  })
})

describe('UploadForm.explain', () => {
  /** The form of two files after it was read. */
  async function readForm() {
    const form = formOf([file('a'), file('b', { name: 'files[]' })])
    for await (const _ of form.files());
    return form
  }

  const errorOf = (code: ErrorCode, context = {}) => new StowageError(code, 'No.', { context })

  it.each([
    [errorOf('file_too_large', { index: 1, limit: 5 }), { parameter: 'files[]' }, { index: 1 }],
    // The store refuses a file before the form has named it.
    [errorOf('file_too_large', { index: 2, limit: 5 }), { parameter: 'files' }, { index: 2 }],
    [errorOf('file_missing'), { parameter: 'files' }, { index: 2 }],
    [errorOf('too_many_files', { limit: 1 }), { parameter: 'files' }, { index: 1, limit: 1 }],
  ])('names the field and the position: %#', async (error, source, meta) => {
    expect((await readForm()).explain(error)).toMatchObject({
      problems: [{ code: error.code, source, meta }],
      cause: error,
    })
  })

  it('names the header of an idempotency key that was used for other files', async () => {
    const { problems } = (await readForm()).explain(errorOf('idempotency_conflict'))
    expect(problems).toMatchObject([
      { code: 'idempotency_conflict', source: { header: 'Idempotency-Key' } },
    ])
  })

  it('leaves the field that a refusal of its own names', async () => {
    const form = formOf([file('a'), file('b', { name: 'other' })])
    const refused = (async () => {
      for await (const _ of form.files());
    })()
    const error = await refused.catch((reason: unknown) => reason)
    expect(form.explain(error)).toMatchObject(
      problem('invalid_body', { parameter: 'other' }, { index: 1 }),
    )
  })

  it('explains each of several refusals', async () => {
    const errors = [0, 1].map((index) => errorOf('type_not_allowed', { index }))
    const error = new StowageError('upload_refused', 'No.', { errors })
    expect((await readForm()).explain(error).problems).toMatchObject([
      { code: 'type_not_allowed', source: { parameter: 'files' }, meta: { index: 0 } },
      { code: 'type_not_allowed', source: { parameter: 'files[]' }, meta: { index: 1 } },
    ])
  })

  it('leaves an error that is not about a file unchanged, with its headers', async () => {
    const { problems, headers } = (await readForm()).explain(errorOf('unavailable'))
    expect(problems[0]).not.toHaveProperty('source')
    expect(headers).toHaveProperty('retry-after')
  })
})
