import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { CLOSE_AT_ONCE, type Serving, serve } from '../testing/serving.ts'
import { createFastifyPlugin } from './create-fastify-plugin.ts'

let serving: Serving

afterEach(() => serving.dispose())

describe('createFastifyPlugin, behind a proxy', () => {
  const forwarded = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'inner.example, media.example:8443',
    'x-forwarded-prefix': '/prefix',
    forwarded: 'proto=https;host=forged.example',
  }

  it.each([
    ['no proxy by default', false, undefined],
    ['X-Forwarded-Proto and -Host as the app does', true, 'https://media.example:8443'],
    ['no address that the app does not trust', '10.0.0.0/8', undefined],
    ['an address that the app trusts', '127.0.0.1', 'https://media.example:8443'],
  ])('believes %s', async (_, trustProxy, expected) => {
    serving = await serve(fastify({ ...CLOSE_AT_ONCE, trustProxy }), (app, { store }) => {
      app.register(createFastifyPlugin(store), { prefix: '/media' })
    })
    const response = await fetch(`${serving.origin}/media/api/v1/assets`, {
      headers: { authorization: `Bearer ${serving.key}`, ...forwarded },
    })
    const { meta } = (await response.json()) as { meta: { path: string } }
    expect(meta.path).toBe(`${expected ?? serving.origin}/media/api/v1/assets`)
  })
})
