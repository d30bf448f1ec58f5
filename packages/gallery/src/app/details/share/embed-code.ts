import type { Asset } from '@stowage/client'
import { altOf } from '../preview/alt-of.ts'

/** HTML that shows a file on another page. People write the names and texts, so they must stay text there too. */
export function embedCode(asset: Asset): string {
  const { type, mime_type, url, width, height, name } = asset.attributes
  const src = escaped(url)
  const size = width !== null && height !== null ? ` width="${width}" height="${height}"` : ''
  const label = escaped(altOf(asset))
  if (type === 'image') return `<img src="${src}" alt="${label}"${size} loading="lazy">`
  if (type === 'video') return `<video src="${src}"${size} controls preload="metadata"></video>`
  if (type === 'audio') return `<audio src="${src}" controls preload="metadata"></audio>`
  const kind = escaped(mime_type)
  return `<a href="${src}" type="${kind}">${escaped(asset.meta?.title || name)}</a>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
