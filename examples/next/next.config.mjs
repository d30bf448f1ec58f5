import path from 'node:path'

/** `next build` puts a server with all that it needs into `.next/standalone`. */
export default {
  output: 'standalone',
  // The workspace, whose packages the app uses. An app of its own leaves both lines out.
  outputFileTracingRoot: path.join(import.meta.dirname, '../..'),
  turbopack: { root: path.join(import.meta.dirname, '../..') },
}
