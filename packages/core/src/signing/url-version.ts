/** The version of the scheme: what is signed, and how. */
const SCHEME = '1'
const VERSION = /^1\.([\w-]{8})\.([\w-]{11})$/

/** The parts of `v`: which secret signed, for which tenant. */
export interface UrlVersion {
  readonly secretId: string
  readonly tenantTag: string
}

/** `1.<id of the secret>.<tag of the tenant>` */
export function formatVersion({ secretId, tenantTag }: UrlVersion): string {
  return `${SCHEME}.${secretId}.${tenantTag}`
}

/** The reverse; `null` when `v` is not such a text, or is of another scheme. */
export function parseVersion(v: string): UrlVersion | null {
  const [, secretId, tenantTag] = VERSION.exec(v) ?? []
  return secretId === undefined || tenantTag === undefined ? null : { secretId, tenantTag }
}
