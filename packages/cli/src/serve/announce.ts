import type { AssetStore } from '@stowage/core'
import type { Output } from '../output/output.ts'
import { printable } from '../output/printable.ts'

/** A running service. */
export interface Served {
  /** Name of its store. */
  readonly name: string
  /** Where it listens. */
  readonly url: string
  /** Where clients reach it: another address when it is behind a proxy. */
  readonly baseUrl: string
  /** Token of the key that its start created; `null` when a key existed. */
  readonly token: string | null
  /** Whether it shows the page at `/`. */
  readonly hasPage: boolean
}

const EVERYTHING = ['read', 'write', 'delete', 'manage'] as const

/** Creates a key with every permission if there is no key yet; `null` otherwise. */
export async function firstKey(store: AssetStore): Promise<string | null> {
  if ((await store.keys.list()).length > 0) return null
  return (await store.keys.create({ name: 'first', permissions: EVERYTHING })).token
}

/** Prints where the service is, and how to begin. */
export function announce(output: Output, { name, url, baseUrl, token, hasPage }: Served): void {
  const base = baseUrl.replace(/\/+$/, '')
  const api = `${base}/api/v1`
  // Browsers do not send the part after #, and the page removes it from the address.
  const page = hasPage ? `${base}/${token === null ? '' : `#key=${token}`}` : null
  output.record({ url, api, page, key: token })
  if (output.quiet) {
    output.result(url)
    if (token !== null) output.result(token)
    return
  }
  const { bold, dim } = output.colours
  output.say(`Stowage serves ${printable(name)}`)
  if (page !== null) output.say(`  page  ${bold(page)}`)
  output.say(`  API   ${bold(api)}`)
  if (base !== url) output.say(`  from  ${url}`)
  output.say(
    token === null
      ? `  key   ${dim('one was made before; "stowage keys create" makes another')}`
      : `  key   ${bold(token)}   shown only now`,
  )
  if (token !== null) {
    output.say(`  try   curl -H 'Authorization: Bearer ${token}' -F file=@photo.jpg ${api}/assets`)
  }
  output.say(page === null ? 'Ctrl-C stops.' : 'Open the page in a browser. Ctrl-C stops.')
}
