import { describe, expect, it } from 'vitest'
import type { NodeRequest } from './node-messages.ts'
import { targetOf } from './target.ts'

function request(url: string, more: object = {}): NodeRequest {
  return { url, headers: { host: 'media.example' }, httpVersionMajor: 1, ...more } as NodeRequest
}

describe('targetOf', () => {
  it('splits path and query without decoding either', () => {
    expect(targetOf(request('/api/v1/a%2Fb?x=%20?&y'), '')).toEqual({
      mounted: true,
      mountPath: '',
      path: '/api/v1/a%2Fb',
      query: 'x=%20?&y',
      host: 'media.example',
    })
  })

  it('takes the mount path off', () => {
    expect(targetOf(request('/media/api/v1/assets'), '/media')).toMatchObject({
      mounted: true,
      mountPath: '/media',
      path: '/api/v1/assets',
    })
    expect(targetOf(request('/media?x'), '/media')).toMatchObject({ mounted: true, path: '' })
  })

  it('refuses what only looks like the mount path', () => {
    expect(targetOf(request('/mediation/api/v1/assets'), '/media').mounted).toBe(false)
    expect(targetOf(request('/api/v1/assets'), '/media').mounted).toBe(false)
  })

  it('honours the mount of Connect and Express, and a path below it', () => {
    const mounted = request('/api/v1/assets?page=2', { originalUrl: '/media/api/v1/assets?page=2' })
    expect(targetOf(mounted, '')).toMatchObject({ mountPath: '/media', path: '/api/v1/assets' })
    const deeper = request('/b/api/v1/assets', { originalUrl: '/a/b/api/v1/assets' })
    expect(targetOf(deeper, '/b')).toMatchObject({ mountPath: '/a/b', path: '/api/v1/assets' })
  })

  it("takes Express's word for its mount, even when the app has changed the URL", () => {
    const rewritten = request('/api/v1/assets', { originalUrl: '/old/assets', baseUrl: '/media' })
    expect(targetOf(rewritten, '')).toMatchObject({ mountPath: '/media', path: '/api/v1/assets' })
    const slashed = request('/api/v1', { originalUrl: '/media//api/v1', baseUrl: '/media' })
    expect(targetOf(slashed, '').mountPath).toBe('/media')
  })

  it('sees when a client asks for the mount without a slash', () => {
    const inConnect = request('/?x', { originalUrl: '/media?x' })
    expect(targetOf(inConnect, '')).toMatchObject({ mountPath: '/media', path: '' })
    const inExpress = request('/', { originalUrl: '/media', baseUrl: '/media' })
    expect(targetOf(inExpress, '')).toMatchObject({ mountPath: '/media', path: '' })
    const slashed = request('/', { originalUrl: '/media/', baseUrl: '/media' })
    expect(targetOf(slashed, '')).toMatchObject({ mountPath: '/media', path: '/' })
    const rewritten = request('/', { originalUrl: '/old', baseUrl: '/media' })
    expect(targetOf(rewritten, '')).toMatchObject({ mountPath: '/media', path: '/' })
  })

  it('lets the host of an absolute-form target win', () => {
    expect(targetOf(request('http://other.example:81/media/api/v1?x=1'), '/media')).toMatchObject({
      path: '/api/v1',
      query: 'x=1',
      host: 'other.example:81',
    })
    expect(targetOf(request('http://other.example?x'), '').path).toBe('/')
  })

  it('does not take two slashes for a host', () => {
    expect(targetOf(request('//other.example/api/v1'), '')).toMatchObject({
      path: '//other.example/api/v1',
      host: 'media.example',
    })
    expect(targetOf(request('*'), '').path).toBe('*')
  })
})
