// Run by the `build` script, before the code of the package itself is built. Fails when the page has grown too large.
import { pathToFileURL } from 'node:url'
import { generatePageFiles } from './generate.mjs'

/** Bytes of all scripts and styles of a visit in English, after gzip. */
const LIMIT = 124 * 1024
/** Not of a visit: what other pages load, and the words of other languages. */
const OTHERS = /^(?:picker|[a-z]{2}-[A-Z0-9]+)\.js$/

const { files } = await import(pathToFileURL(await generatePageFiles({ isFinal: true })).href)
const size = files
  .filter(({ name }) => /\.(js|css)$/.test(name) && !OTHERS.test(name))
  .reduce((sum, { gzip }) => sum + Buffer.byteLength(gzip, 'base64'), 0)
console.log(`page: ${size} bytes of at most ${LIMIT} (gzip)`)
if (size > LIMIT) process.exitCode = 1
