import { afterEach, describe, expect, it } from 'vitest'
import { type Serving, serve, VERSIONS } from '../testing/serving.ts'
import { createExpressHandler } from './create-express-handler.ts'

let serving: Serving

afterEach(() => serving.dispose())

const forwarded = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'media.example:8443, inner.example',
  'x-forwarded-prefix': '/prefix',
  forwarded: 'proto=https;host=forged.example',
}

describe.each(VERSIONS)('createExpressHandler in %s, behind a proxy', (_, express) => {
  async function linkBehind(trust: unknown, headers: Record<string, string>): Promise<string> {
    serving = await serve(express().set('trust proxy', trust), (app, { store }) =>
      app.use('/media', createExpressHandler(store)),
    )
    const response = await fetch(`${serving.origin}/media/api/v1/assets`, {
      headers: { authorization: `Bearer ${serving.key}`, ...headers },
    })
    const { meta } = (await response.json()) as { readonly meta: { readonly path: string } }
    return meta.path
  }

  it('believes no proxy by default', async () => {
    expect(await linkBehind(false, forwarded)).toBe(`${serving.origin}/media/api/v1/assets`)
  })

  it('believes X-Forwarded-Proto and -Host as the app does, and nothing else', async () => {
    expect(await linkBehind(true, forwarded)).toBe('https://media.example:8443/media/api/v1/assets')
  })

  it('believes only the addresses that the app trusts', async () => {
    expect(await linkBehind('10.0.0.0/8', forwarded)).toBe(`${serving.origin}/media/api/v1/assets`)
    await serving.dispose()
    expect(await linkBehind('loopback', forwarded)).toMatch('https://media.example:8443/')
  })

  it('keeps what is no host out of links', async () => {
    const link = await linkBehind(true, { 'x-forwarded-host': 'evil.example/"><script>' })
    expect(link).toBe('http://localhost/media/api/v1/assets')
  })
})
