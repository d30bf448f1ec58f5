import type { Page } from '@stowage/api'

const HTML = '<!doctype html><title>page</title>'

/** A page at the mount itself, and one in a folder; redirects paths that lack a slash. */
export const TEST_PAGE: Page = {
  paths: ['', '/', '/pages', '/pages/', '/pages/app-1.js'],
  answer({ path, query, baseUrl }) {
    if (path.endsWith('/')) return answerOf(HTML, 'text/html; charset=utf-8')
    if (path.endsWith('.js')) return answerOf(Buffer.from('1'), 'text/javascript')
    const location = `./${`${baseUrl}${path}`.split('/').at(-1)}/?${query}`
    return { status: 308, headers: { location, 'content-length': '0' }, body: null }
  },
}

function answerOf(body: string | Uint8Array, type: string) {
  const headers = { 'content-type': type, 'content-length': String(body.length) }
  return { status: 200, headers, body }
}
