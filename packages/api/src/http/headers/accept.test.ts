import { isLinear } from '@stowage/testing/internal'
import { describe, expect, it } from 'vitest'
import { assertAcceptsJson } from './accept.ts'

describe('assertAcceptsJson', () => {
  it.each([
    undefined,
    '',
    ' ',
    ',',
    '*',
    '*/*;q=0.001',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/vnd.api+json; profile="x"',
    'application/vnd.api+json; profile="a,b;q=0", text/html',
    'text/html, application/xhtml+xml, image/*, */*;q=0.8',
    'text/html, *; q=.2',
    'application/vnd.api+json, */*;q=0',
    'application/json, */*;q=0',
    'application/json;q=0, */*',
    'application/vnd.api+json;profile="x";q=0, application/vnd.api+json',
    'not a media type',
  ])('lets %j pass', (accept) => {
    expect(() => assertAcceptsJson(accept)).not.toThrow()
  })

  it.each([
    'text/html',
    'text/*, image/png',
    '*/*;q=0',
    '*;q=0',
    'application/json;q=0',
    'application/vnd.api+json;q=0, */*',
    'application/vnd.api+json; Q=0.000, application/json',
    'application/*;q=0, */*',
    'text/html; x="application/json, */*"',
  ])('refuses %j', (accept) => {
    expect(() => assertAcceptsJson(accept)).toThrow(expect.objectContaining({ status: 406 }))
  })

  it.each(['"', ',"', 'a/b;q="', '\\"', ';', ','])(
    'costs as much for each of many %s as for each of few',
    (part) => {
      const read = (count: number) => {
        try {
          assertAcceptsJson(`text/html${part.repeat(count)}`)
        } catch {}
      }
      expect(isLinear(read)).toBe(true)
    },
  )
})
