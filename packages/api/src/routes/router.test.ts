import { describe, expect, it } from 'vitest'
import { createRouter } from './router.ts'
import { ROUTES } from './routes.ts'

const find = createRouter(ROUTES)

describe('createRouter', () => {
  it('finds every route of the table', () => {
    for (const route of ROUTES) {
      const path = `/api/v1${route.path.replace(/\{\w+\}/, 'some-id').replace(/\{\w+\}/, 'other')}`
      const { resource, id, subId } = find(path)
      expect(resource.routeFor(route.method)).toBe(route)
      expect(id).toBe(route.path.includes('{') ? 'some-id' : '')
      expect(subId).toBe(route.path.split('{').length > 2 ? 'other' : '')
    }
  })

  it('passes over one slash at the end of every path', () => {
    for (const { path } of ROUTES) {
      const plain = `/api/v1${path.replaceAll(/\{\w+\}/g, 'some-id')}`
      expect(find(`${plain}/`)).toEqual(find(plain))
      expect(() => find(`${plain}//`)).toThrow(expect.objectContaining({ status: 404 }))
    }
  })

  it('answers HEAD by GET', () => {
    const { resource } = find('/api/v1/assets')
    expect(resource.routeFor('HEAD')).toBe(resource.routeFor('GET'))
  })

  it('prefers literal paths, so that a bulk route is no asset', () => {
    expect(() => find('/api/v1/assets/bulk-trash').resource.routeFor('GET')).toThrow(
      expect.objectContaining({ status: 405, headers: { allow: 'POST, OPTIONS' } }),
    )
  })

  it.each([
    '',
    '/',
    '/api/v1',
    '/api/v1/',
    '/api/v1//',
    '/api/v1/assets//',
    '/api/v1//assets',
    '/api/v1/assets/a/b',
    '/api/v1/assets/a/b/',
    '/api/v1/files//content',
    '/api/v1/files/a/b/content',
    '/api/v1/files/content',
    '/api/v1/webhooks/a/deliveries/retry',
    '/api/v1/webhooks/a/deliveries//retry',
    '/api/v1/webhooks//deliveries/b/retry',
    '/api/v1/webhooks/deliveries/b/retry',
    '/api/v1/webhooks/a/b/deliveries/c/retry',
    '/api/v1/webhooks/a/deliveries/b/c/retry',
    '/api/v1/webhooks/a/deliveries/b/deliveries/c/retry',
    '/api/v1/webhooks/a/deliveries/b',
    '/api/v1/ASSETS',
    '/x/api/v1/assets',
    '/api/v1/__proto__',
  ])('finds nothing at %j', (path) => {
    expect(() => find(path)).toThrow(expect.objectContaining({ status: 404 }))
  })
})
