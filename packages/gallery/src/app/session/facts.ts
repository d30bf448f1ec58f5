/** What the host says about itself in `<meta name="stowage">`. */
export interface Facts {
  /** Where the API is mounted: the part of the URL before `/api/v1`. */
  readonly api: string
  readonly title: string
  /** A tag such as `de`; `null`: that of the browser. */
  readonly language: string | null
  /** Where people sign in to the app that mounts the page; `null`: by a key. */
  readonly signInUrl: string | null
  /** Days after which a file leaves the trash for good; `null`: the host does not say. */
  readonly trashRetentionDays: number | null
  /** Origins whose pages may open the picker, besides its own. */
  readonly frameAncestors: readonly string[]
}

const DEFAULTS: Facts = {
  api: '',
  title: 'Stowage',
  language: null,
  signInUrl: null,
  trashRetentionDays: null,
  frameAncestors: [],
}

/** Read once: they do not change while the page is open. */
export const facts: Facts = { ...DEFAULTS, ...given() }

function given(): Partial<Facts> {
  const content = document.querySelector<HTMLMetaElement>('meta[name="stowage"]')?.content
  if (content === undefined) return {}
  const { api = '', ...rest } = JSON.parse(content) as Partial<Facts>
  // Relative to the page, because only the browser knows what proxies put before it.
  const base = new URL(api === '' ? '.' : api, document.baseURI)
  return { ...rest, api: base.href.replace(/\/+$/, '') }
}
