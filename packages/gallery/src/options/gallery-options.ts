import { check, integer, type OptionChecks, text } from '@stowage/core/internal'
import { fileOrigins, frameAncestors } from './origins.ts'
import { pagePath } from './page-path.ts'
import { signInUrl } from './sign-in-url.ts'

/** How the page looks and what it may reach. Every option has a default. */
export interface GalleryOptions {
  /** Where the page is, below the mount of the handler: `/`, `/gallery`. Default `/`. */
  readonly path?: string
  /** Name of the page, in its corner and in the browser's tab. Default `Stowage`. */
  readonly title?: string
  /** Language of the page: `en`, `de`, `es` or `fr`. Default: the browser's, where the page has it, else English. */
  readonly language?: string
  /**
   * Where people sign in to the app, for apps with `authenticate` of their own: a path such as `/login`, or a URL of
   * http or https. Default: the page asks for an API key.
   */
  readonly signInUrl?: string
  /**
   * Days that the store keeps what is in the trash, for the page to show. Repeat the `trash.retentionDays` of your
   * store; the page deletes nothing by itself. Default: the page shows no number of days.
   */
  readonly trashRetentionDays?: number
  /**
   * Origins whose pages may show this one in a frame, as the picker does: `https://cms.example.com`. Pages of its own
   * origin may always. Default: no others.
   */
  readonly frameAncestors?: readonly string[]
  /**
   * Other origins that files come from, where the API redirects to them: `https://bucket.s3.amazonaws.com`. The page
   * may load pictures, audio, video and PDF from there. Default: none.
   */
  readonly fileOrigins?: readonly string[]
}

const language = check(
  'a language tag, such as de',
  (value) => typeof value === 'string' && /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i.test(value),
)

/** What each option must be. */
export const GALLERY_OPTIONS: OptionChecks<GalleryOptions> = {
  path: pagePath,
  title: text,
  language,
  signInUrl,
  trashRetentionDays: integer(1),
  frameAncestors,
  fileOrigins,
}
