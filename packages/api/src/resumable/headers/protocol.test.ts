import { expect, it } from 'vitest'
import { interopVersionOf, isAppendable, spokenProtocol } from './protocol.ts'

type Headers = Readonly<Record<string, string>>

it('tells the protocols apart by their headers', () => {
  const cases: readonly (readonly [Headers, ReturnType<typeof spokenProtocol>])[] = [
    [{ 'tus-resumable': '1.0.0' }, 'tus'],
    [{ 'tus-resumable': ' 1.0.0', 'upload-complete': '?1' }, 'tus'],
    [{ 'tus-resumable': '1.0.1' }, 'tus-version'],
    [{ 'tus-resumable': '' }, 'tus-version'],
    [{ 'content-type': 'application/offset+octet-stream' }, 'tus-version'],
    [{ 'upload-length': '5' }, 'tus-version'],
    [{ 'upload-concat': 'partial' }, 'tus-version'],
    [{ 'upload-complete': '?0', 'upload-length': '5' }, 'ietf'],
    [{ 'upload-complete': '1' }, null],
    [{ 'upload-draft-interop-version': '3' }, 'ietf'],
    [{ 'content-type': 'Application/Partial-Upload; a=b' }, 'ietf'],
    [{ 'content-type': 'application/json' }, null],
    [{}, null],
  ]
  for (const [headers, protocol] of cases) {
    expect(spokenProtocol({ headers }), JSON.stringify(headers)).toBe(protocol)
  }
})

it('knows the interop versions 5 to 8', () => {
  const known = ['4', '5', '6', '7', '8', '9', '"8"', ''].map((version) =>
    interopVersionOf({ headers: { 'upload-draft-interop-version': version } }),
  )
  expect(known).toEqual([null, 5, 6, 7, 8, null, null, null])
  expect(interopVersionOf({ headers: {} })).toBeNull()
})

it('asks for the type of the protocol, except of clients of interop version 5', () => {
  const of = (type: string, version?: string): { headers: Headers } => ({
    headers: {
      'content-type': type,
      ...(version !== undefined && { 'upload-draft-interop-version': version }),
    },
  })
  expect(isAppendable('tus', of('application/offset+octet-stream'))).toBe(true)
  expect(isAppendable('tus', of('application/partial-upload'))).toBe(false)
  expect(isAppendable('ietf', of('application/partial-upload'))).toBe(true)
  expect(isAppendable('ietf', of('text/plain'))).toBe(false)
  expect(isAppendable('ietf', of('text/plain', '6'))).toBe(false)
  expect(isAppendable('ietf', of('text/plain', '5'))).toBe(true)
  expect(isAppendable('ietf', { headers: { 'upload-draft-interop-version': '5' } })).toBe(true)
})
