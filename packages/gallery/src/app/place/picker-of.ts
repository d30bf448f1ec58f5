import type { AssetFilter } from '@stowage/client'
import { type AssetType, TYPES } from './filters.ts'

/** The page as a picker within somebody else's form: `?picker=1&origin=…&accept=…&multiple=1`. */
export interface Picker {
  /** The origin of the form's page. Messages go to it alone, and only its messages count. */
  readonly origin: string
  readonly multiple: boolean
  /** What may be picked; part of the filter of every list. */
  readonly filter: AssetFilter
}

/** `null`: the page is not a picker. `allowed`: origins whose pages may open it. */
export function pickerOf(search: URLSearchParams, allowed: readonly string[]): Picker | null {
  const origin = search.get('origin')
  if (search.get('picker') !== '1' || origin === null) return null
  // The frame policy does not cover windows, which a page of any origin can open.
  if (!isOrigin(origin) || !allowed.includes(origin)) return null
  return {
    origin,
    multiple: search.get('multiple') === '1',
    filter: filterOfAccept(search.get('accept') ?? ''),
  }
}

/**
 * Reads `accept` as a file field does: `image/*, application/pdf` or `.pdf`. Types of the service, such as `image`, may
 * stand there too. All filters must hold at once. So next to media types, extensions are left out, and types count only
 * where a media type says the same.
 */
function filterOfAccept(accept: string): AssetFilter {
  const words = accept
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
  const types = words.filter((word): word is AssetType => TYPES.some((type) => type === word))
  const extensions = words.filter((word) => /^\.[^.]+$/.test(word)).map((word) => word.slice(1))
  const mimeTypes = words.filter((word) => /^[^/]+\/[^/]+$/.test(word))
  if (mimeTypes.length > 0) return { mime_type: [...mimeTypes, ...types.flatMap(mimeTypeOf)] }
  if (types.length > 0) return { type: types }
  return extensions.length > 0 ? { extension: extensions } : {}
}

function mimeTypeOf(type: AssetType): readonly string[] {
  return type === 'image' || type === 'video' || type === 'audio' ? [`${type}/*`] : []
}

function isOrigin(text: string): boolean {
  try {
    return new URL(text).origin === text
  } catch {
    return false
  }
}
