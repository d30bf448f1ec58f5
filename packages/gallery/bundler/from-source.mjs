// What `#page` is where packages come from their sources: tests, `npm run types`. The page is bundled when it is asked for.
import { pathToFileURL } from 'node:url'
import { generatePageFiles } from './generate.mjs'

export const { files, entry } = await import(
  /* @vite-ignore */ pathToFileURL(await generatePageFiles()).href
)
