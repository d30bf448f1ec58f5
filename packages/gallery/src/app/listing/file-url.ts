import type { Asset } from '@stowage/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { client, session } from '../session/session.ts'

type Part = 'thumbnail' | 'content'

/** How many fetched files are kept. The one that was used last is at the end. */
const KEPT = 300
const fetched = new Map<string, Promise<string>>()

/**
 * Milliseconds until a file that could not be loaded is tried again while it is drawn. After the last one it waits for
 * the connection to come back, or to be drawn anew. A whole file may be large, and one that the browser cannot show.
 */
const PAUSES: Readonly<Record<Part, readonly number[]>> = {
  // A job makes it, after those of many others.
  thumbnail: [2000, 8000, 30_000, 60_000, 120_000, 300_000],
  content: [],
}

export interface FileUrl {
  /**
   * What an element of the page can load; `null` while there is none. The same for as long as the element shows the same
   * file, because another URL would load it again.
   */
  readonly url: string | null
  /** Whether it could not be loaded. It is tried again by itself. */
  readonly hasFailed: boolean
  /** For the element that could not load it. */
  readonly onError: () => void
}

/** The URL of a file, and whether it can be loaded. */
export function useFileUrl(asset: Asset, part: Part): FileUrl {
  const { public_file_id: file } = asset.attributes
  const known = useRef<{ readonly of: string; readonly url: string } | null>(null)
  const [, drawAgain] = useState(0)
  const of = `${file} ${part}`
  const { attempt, hasFailed, onError } = useAttempts(of, part)
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
      () => {
        if (!left) onError()
      },
    )
    return () => {
      left = true
    }
  }, [missing, of, attempt])
  if (known.current?.of !== of && direct != null) known.current = { of, url: direct }
  const url = known.current?.of === of ? known.current.url : null
  return { url, hasFailed, onError }
}

/** Counts the attempts at a file, and begins the next one: after a pause, or when the connection is back. */
function useAttempts(of: string, part: Part) {
  const [state, setState] = useState({ of, attempt: 0, hasFailed: false })
  const { attempt, hasFailed } = state.of === of ? state : { attempt: 0, hasFailed: false }
  const wasCutOff = useRef(false)
  const isReachable = session.value.status !== 'unreachable'
  useEffect(() => {
    if (!isReachable) wasCutOff.current = true
    if (!hasFailed || !isReachable) return
    const next = (): void => setState({ of, attempt: attempt + 1, hasFailed: false })
    const pause = wasCutOff.current ? 0 : PAUSES[part][attempt]
    wasCutOff.current = false
    const timer = pause === undefined ? undefined : setTimeout(next, pause)
    addEventListener('online', next)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', next)
    }
  }, [of, attempt, hasFailed, isReachable])
  return { attempt, hasFailed, onError: () => setState({ of, attempt, hasFailed: true }) }
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
