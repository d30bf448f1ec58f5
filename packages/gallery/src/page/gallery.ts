import type { Page, PageRequest } from '@stowage/api'
import { checkOptions } from '@stowage/core/internal'
import { entry, files, type PageEntry, type PageFile } from '#page'
import { GALLERY_OPTIONS, type GalleryOptions } from '../options/gallery-options.ts'
import { normalizePagePath } from '../options/page-path.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { documentOf } from './document.ts'
import { documentHeaders, hashedFileHeaders, openFileHeaders } from './headers.ts'
import { redirectToSlash } from './redirect.ts'
import { ServedFile } from './served-file.ts'

/**
 * A page to look at the assets of a store, and to work on them: `createNodeHandler(store, { page: gallery() })`. People
 * sign in with an API key, or by the session of the app where the handler has `authenticate`. What they see and do goes
 * through the API with their own rights.
 *
 * Throws `invalid_argument`, whose `context.argument` names the wrong option.
 */
export function gallery(options: GalleryOptions = {}): Page {
  return galleryOf({ files, entry }, options)
}

/** The page from these files. */
export function galleryOf(
  bundle: { readonly files: readonly PageFile[]; readonly entry: PageEntry },
  options: GalleryOptions,
): Page {
  checkOptions<GalleryOptions>('gallery', options, GALLERY_OPTIONS)
  const root = normalizePagePath(options.path ?? '/')
  const bare = root.slice(0, -1)
  const served = new Map([
    [root, documentFile(bundle.entry, root, options)],
    ...bundle.files.map((file) => [root + file.name, servedFile(file)] as const),
  ])

  return {
    paths: [bare, ...served.keys()],
    answer(request: PageRequest) {
      return served.get(request.path)?.answer(request) ?? redirectToSlash(request)
    },
  }
}

function documentFile(entry: PageEntry, root: string, options: GalleryOptions): ServedFile {
  const { title = 'Stowage', language = null, signInUrl = null } = options
  const { trashRetentionDays = null, frameAncestors = [], fileOrigins = [] } = options
  const depth = root.split('/').length - 2
  const api = depth === 0 ? '.' : Array(depth).fill('..').join('/')
  const facts = { api, title, language, signInUrl, trashRetentionDays, frameAncestors }
  const policy = contentSecurityPolicy({ frameAncestors, fileOrigins })
  return ServedFile.ofText(documentOf(facts, entry), documentHeaders(policy))
}

function servedFile({ type, digest, isHashed, gzip }: PageFile): ServedFile {
  const headers = isHashed ? hashedFileHeaders(type) : openFileHeaders(type)
  return new ServedFile(Buffer.from(gzip, 'base64'), digest, headers)
}
