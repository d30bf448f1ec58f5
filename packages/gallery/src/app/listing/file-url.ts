import type { Asset } from '@stowage/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { client, session } from '../session/session.ts'

type Part = 'thumbnail' | 'content'

/** How many fetched files are kept. The one that was used last is at the end. */
const KEPT = 300
const fetched = new Map<string, Promise<string>>()

/**
 * A URL that an element of the page can load; `null` while there is none. The same for as long as the element shows the
 * same file, because another URL would load it again.
 */
export function useFileUrl(asset: Asset, part: Part): string | null {
  const { public_file_id: file } = asset.attributes
  const known = useRef<{ readonly of: string; readonly url: string } | null>(null)
  const [, drawAgain] = useState(0)
  const of = `${file} ${part}`
  const direct = directUrl(asset, part)
  const missing = direct === undefined
  useEffect(() => {
    if (!missing) return
    let left = false
    fetchFile(file, part).then(
      (url) => {
        if (left) return
        known.current = { of, url }
        drawAgain((count) => count + 1)
      },
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [missing, of])
  if (known.current?.of === of) return known.current.url
  if (direct != null) known.current = { of, url: direct }
  return direct ?? null
}

/** `null`: there is no such file. `undefined`: it must be fetched, because elements of a page send no key. */
function directUrl({ attributes, meta }: Asset, part: Part): string | null | undefined {
  if (part === 'thumbnail' && attributes.thumbnail_url === null) return null
  // The service serves no file from the trash.
  if (meta?.trashed_at != null) return null
  const signed = meta?.signed
  if (signed !== undefined) return part === 'thumbnail' ? signed.thumbnail_url : signed.url
  if (session.peek().kind === 'key') return undefined
  return part === 'thumbnail' ? attributes.thumbnail_url : attributes.url
}

function fetchFile(file: string, part: Part): Promise<string> {
  const name = `${file} ${part}`
  const known = fetched.get(name) ?? fetchUrl(file, part)
  fetched.delete(name)
  fetched.set(name, known)
  known.catch(() => fetched.delete(name))
  const [oldest] = fetched
  if (fetched.size > KEPT && oldest !== undefined) {
    fetched.delete(oldest[0])
    // What an element has already loaded stays on the page.
    oldest[1].then(URL.revokeObjectURL, () => undefined)
  }
  return known
}

async function fetchUrl(file: string, part: Part): Promise<string> {
  const variant = part === 'thumbnail' ? { variant: 'thumbnail' } : {}
  const response = await client().content(file, variant)
  return URL.createObjectURL(await response.blob())
}
