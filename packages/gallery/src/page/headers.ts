/** For every file: browsers do not guess its type, and no other site learns where it was requested. */
const EVERY_FILE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

const FOREVER = 'public, max-age=31536000, immutable'

/** A file of the page. Its name changes with its content, so browsers never ask for it again. */
export function hashedFileHeaders(type: string): Record<string, string> {
  return {
    ...EVERY_FILE,
    'content-type': type,
    'cache-control': FOREVER,
    'cross-origin-resource-policy': 'same-origin',
  }
}

/** A file for pages of other origins, such as the picker's script: it is the same for everyone. */
export function openFileHeaders(type: string): Record<string, string> {
  return {
    ...EVERY_FILE,
    'content-type': type,
    'cache-control': 'no-cache',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  }
}

/** The page itself. It says nothing about the store except whose it is, so shared caches must not keep it. */
export function documentHeaders(policy: string): Record<string, string> {
  return {
    ...EVERY_FILE,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  }
}
