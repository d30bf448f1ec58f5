import type { PageEntry } from '#page'

/** What the app learns of its host; `src/app/session/facts.ts` reads it. */
export interface Facts {
  /** Where `/api/v1` begins, relative to the page, so that it works behind every proxy. */
  readonly api: string
  readonly title: string
  readonly language: string | null
  readonly signInUrl: string | null
  readonly trashRetentionDays: number | null
  /** Origins that the picker may be opened by, besides its own. */
  readonly frameAncestors: readonly string[]
}

/** The HTML of the page. It has no inline script or style, as the policy requires. */
export function documentOf(facts: Facts, { script, styles, preloads, icon }: PageEntry): string {
  const links = [
    `<link rel="icon" type="image/svg+xml" href="${icon}">`,
    ...styles.map((style) => `<link rel="stylesheet" href="${style}">`),
    ...preloads.map((preload) => `<link rel="modulepreload" href="${preload}">`),
  ]
  return `<!doctype html>
<html lang="${escaped(facts.language ?? 'en')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${escaped(facts.title)}</title>
<meta name="stowage" content="${escaped(JSON.stringify(facts))}">
${links.join('\n')}
<script type="module" src="${script}"></script>
</head>
<body><div id="app"></div><noscript>${escaped(facts.title)} needs JavaScript.</noscript></body>
</html>
`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)
}
